// Web shells: a page that runs whatever its visitors send. It is written once and lets anybody in from then on.
import { severity } from "../../bands.ts";
import { type Heuristic, clip, when } from "../../heuristic.ts";

/** What visitors send reaches what runs commands, within one short stretch of a page. */
const runsVisitors =
  /(?:system|exec|shell_exec|passthru|popen|proc_open|eval|assert|create_function)\s*\(\s*(?:@?base64_decode\s*\(\s*)?@?\$_(?:get|post|request|cookie|server)\b|\$_(?:get|post|request|cookie)\s*\[[^\]]{1,20}\]\s*\(\s*\$_|`\s*\$_(?:get|post|request)\b|getruntime\s*\(\s*\)\s*\.\s*exec\s*\(\s*request\s*\.\s*getparameter|new\s+processbuilder\s*\([^)]{0,60}request\s*\.\s*getparameter|eval\s*\(?\s*request\s*(?:\.\s*(?:item|form|querystring)\s*)?[([]|(?:os\.(?:system|popen)|subprocess\.\w+|child_process[^\n]{0,40}\.exec\w*|exec(?:sync)?)\s*\(\s*(?:flask\.)?req(?:uest)?\.(?:args|form|values|query|body|params)\b/iu;
const written = 65_536;

export const webShells: readonly Heuristic[] = [
  {
    id: "web-shell",
    threat: "Persistence",
    technique: "T1505.003",
    score: severity.ask,
    check: when(["write path"], (view) => {
      // Whoever looks for such a page writes none.
      const writes = view.facts.commands.some(
        ({ program, redirects }) =>
          program === "tee" ||
          redirects.some(({ operator, target }) => operator.includes(">") && target !== "/dev/null"),
      );
      const found =
        runsVisitors.exec(view.facts.content?.slice(0, written) ?? "") ??
        (writes ? runsVisitors.exec(view.text) : null);
      return found === null
        ? null
        : { reason: "It writes a page that runs whatever its visitors send", evidence: clip(found[0]) };
    }),
    match: [
      `echo '<?php system($_GET["c"]); ?>' > public/x.php`,
      { tool: "write_file", arguments: { path: "up.php", content: "<?php @eval($_POST['x']);" } },
      {
        tool: "write_file",
        arguments: { path: "s.jsp", content: '<% Runtime.getRuntime().exec(request.getParameter("c")); %>' },
      },
    ],
    not_match: [
      { tool: "write_file", arguments: { path: "a.php", content: "<?php echo htmlspecialchars($_GET['q']);" } },
      { tool: "write_file", arguments: { path: "a.js", content: "execSync('git log'); send(request.query.page)" } },
      "grep -rn 'system($_GET' src",
    ],
  },
];
