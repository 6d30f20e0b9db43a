// The notes of a release: its section of the changelog.

/** The section of the version, or what has not been released yet. */
export function notesFor(version: string, changelog: string): string {
  const sections = changelog.split(/^## /m).slice(1);
  const found = sections.find((section) => section.startsWith(version) || section.startsWith(`[${version}]`));
  const section = found ?? sections.find((each) => each.startsWith("Unreleased")) ?? "";
  return `${section.slice(section.indexOf("\n") + 1).trim()}\n`;
}
