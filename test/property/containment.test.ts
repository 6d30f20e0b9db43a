// Profiles: whatever a project's own file says, a run reaches no more than without it.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { chooseContainment, profileOf } from "../../src/main/engine/policy/containment.ts";
import {
  type Containment,
  environmentAccess,
  homeAccess,
  networkAccess,
  type Profile,
  profileNames,
  profiles,
  projectAccess,
  tighterProfile,
} from "../../src/shared/containment/index.ts";

const names = fc.option(fc.constantFrom(...profileNames), { nil: undefined });
const ports = fc.option(fc.uniqueArray(fc.integer({ min: 1, max: 9 })), { nil: undefined });
const hosts = fc.option(fc.uniqueArray(fc.constantFrom("a.corp", "b.corp:443", "10.0.0.7")), { nil: undefined });
const limit = fc.option(fc.integer({ min: 16, max: 64 }), { nil: undefined });
const containment: fc.Arbitrary<Containment> = fc.record({
  profile: names,
  loopback_ports: ports,
  private_hosts: hosts,
  max_memory_mb: limit,
  max_cpu_seconds: limit,
  max_seconds: limit,
});

function reachesNoMore(one: Profile, other: Profile): boolean {
  const within = <Value>(scale: readonly Value[], left: Value, right: Value) =>
    scale.indexOf(left) <= scale.indexOf(right);
  return (
    within(projectAccess, one.project, other.project) &&
    within(homeAccess, one.home, other.home) &&
    within(networkAccess, one.network, other.network) &&
    within(environmentAccess, one.environment, other.environment)
  );
}

const asked = (name: Containment["profile"]) => (name === undefined ? undefined : profiles[name]);

test("a project's own file only tightens", () => {
  fc.assert(
    fc.property(containment, fc.array(containment, { maxLength: 3 }), names, (own, projects, wanted) => {
      const without = chooseContainment(own, []);
      const choice = chooseContainment(own, projects);
      const before = profileOf(without, asked(wanted), profiles.project);
      expect(reachesNoMore(profileOf(choice, asked(wanted), profiles.project), before)).toBe(true);
      expect(without.loopbackPorts).toEqual(expect.arrayContaining([...choice.loopbackPorts]));
      expect(without.privateHosts).toEqual(expect.arrayContaining([...choice.privateHosts]));
      for (const name of ["memoryMb", "cpuSeconds", "seconds"] as const) {
        const most = without.limits[name] ?? Number.POSITIVE_INFINITY;
        expect(choice.limits[name] ?? Number.POSITIVE_INFINITY).toBeLessThanOrEqual(most);
      }
    }),
  );
});

test("the policy's profile is the most that can be asked for", () => {
  fc.assert(
    fc.property(fc.constantFrom(...profileNames), names, (chosen, wanted) => {
      const choice = chooseContainment({ profile: chosen }, []);
      expect(reachesNoMore(profileOf(choice, asked(wanted), profiles.project), profiles[chosen])).toBe(true);
    }),
  );
});

test("tightening with itself changes nothing, and the order does not matter for what is reached", () => {
  fc.assert(
    fc.property(fc.constantFrom(...profileNames), fc.constantFrom(...profileNames), (one, other) => {
      const both = tighterProfile(profiles[one], profiles[other]);
      expect(tighterProfile(both, both)).toEqual(both);
      const { name: _one, ...reach } = both;
      const { name: _other, ...reversed } = tighterProfile(profiles[other], profiles[one]);
      expect(reach).toEqual(reversed);
    }),
  );
});
