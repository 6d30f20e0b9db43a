// How much processor time work takes on this thread: what else the machine is doing does not count.
export function cpuMilliseconds(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** Some systems count in steps of several milliseconds. */
const measurable = 12;

/** The least of a few rounds, because the first ones warm up. Each repeats short work until there is something to measure. */
export function leastCpuMilliseconds(work: () => unknown, rounds = 2): number {
  return Math.min(...Array.from({ length: rounds }, () => repeated(work)));
}

function repeated(work: () => unknown): number {
  for (let times = 1; ; times *= 4) {
    const spent = cpuMilliseconds(() => {
      for (let time = 0; time < times; time += 1) work();
    });
    if (spent >= measurable) return spent / times;
  }
}
