// What the policy lets this agent do: the tools, and where it may go with them.
import { useQuery } from "@tanstack/react-query";
import { Ban, Check } from "lucide-react";
import { second } from "../../../shared/lib/clock.ts";
import type { ToolCapability } from "../../../shared/domain/policy.ts";
import { call } from "../../state/bridge.ts";
import { byteSize } from "../../labels/format.ts";
import { visibleLine } from "../../../shared/lib/visible.ts";
import { policyInForce as labels } from "../../labels/agents.ts";

export function PolicyInForce({ agentDid }: { agentDid: string }) {
  const policy = useQuery({
    queryKey: ["getAgentPolicy", agentDid],
    queryFn: () => call("getAgentPolicy", { agentDid }),
    refetchInterval: 15 * second,
  }).data;
  if (policy === undefined) return null;
  const { tools, network } = policy.capabilities;
  return (
    <section aria-label={labels.policyInForce} className="mt-7 px-6">
      <h3 className="label mb-1.5">{labels.version(policy.version)}</h3>
      <table className="w-full text-xs">
        <tbody>
          {inOrder(tools).map(([name, tool]) => (
            <tr key={name} className="align-top leading-5">
              <th scope="row" className="w-44 py-0.5 pr-4 text-left font-mono font-normal whitespace-nowrap">
                {name === "*" ? labels.everyOtherTool : visibleLine(name)}
              </th>
              <td className="w-24 py-0.5 pr-4 whitespace-nowrap">
                <Allowed allowed={tool.allowed} />
              </td>
              <td className="py-0.5 break-words text-quiet">{tool.allowed ? limitsOf(tool) : ""}</td>
            </tr>
          ))}
          <tr className="align-top leading-5">
            <th scope="row" className="py-0.5 pr-4 text-left font-mono font-normal">
              {labels.network}
            </th>
            <td colSpan={2} className="py-0.5 break-words text-quiet">
              {networkWords(network)}
            </td>
          </tr>
        </tbody>
      </table>
    </section>
  );
}

/** What it may use first, and the rest of the tools last. */
function inOrder(tools: Readonly<Record<string, ToolCapability>>): readonly (readonly [string, ToolCapability])[] {
  const rank = ([name, { allowed }]: readonly [string, ToolCapability]): number => (name === "*" ? 2 : allowed ? 0 : 1);
  return Object.entries(tools).sort((left, right) => rank(left) - rank(right));
}

function Allowed({ allowed }: { allowed: boolean }) {
  const Icon = allowed ? Check : Ban;
  return (
    <span className={`flex items-center gap-1.5 ${allowed ? "text-approved" : "text-denied"}`}>
      <Icon size={12} aria-hidden className="self-center" />
      {allowed ? labels.allowed : labels.denied}
    </span>
  );
}

function limitsOf({ constraints }: ToolCapability): string {
  const { paths, blocked_paths: blockedPaths, blocked_patterns: patterns, max_size_bytes: size } = constraints;
  return [
    ...(paths === undefined || paths.length === 0 ? [] : [labels.onlyPaths(list(paths))]),
    ...(blockedPaths === undefined || blockedPaths.length === 0 ? [] : [labels.notPaths(list(blockedPaths))]),
    ...(patterns === undefined || patterns.length === 0 ? [] : [labels.notPatterns(list(patterns))]),
    ...(size === undefined ? [] : [labels.upTo(byteSize(size))]),
  ].join("; ");
}

function networkWords(network: {
  readonly allowed_domains?: readonly string[] | undefined;
  readonly blocked_domains?: readonly string[] | undefined;
}): string {
  const { allowed_domains: allowed = [], blocked_domains: blocked = [] } = network;
  const open = allowed.length === 0 ? labels.everyHost : labels.onlyHosts(list(allowed));
  return blocked.length === 0 ? open : labels.butNot(open, list(blocked));
}

const most = 5;

function list(values: readonly string[]): string {
  const shown = values.slice(0, most).map(visibleLine).join(", ");
  return values.length > most ? labels.andMore(shown, values.length - most) : shown;
}
