// Tools: the names agents give their tools, and what each of them is.
import { type CanonicalTool, canonicalTools } from "../../../../shared/domain/facts.ts";

export interface ToolName {
  readonly tool: CanonicalTool;
  /** The MCP server, for `mcp__server__tool`. */
  readonly server?: string;
  /** The tool's own name, in lower case. */
  readonly name: string;
  /** What its server says of it, where a gateway has seen that. */
  readonly annotations?: readonly string[];
  /** How its server describes it, where a gateway has seen that. */
  readonly description?: string;
  /** The same as the agent spells it: capitals may part its words. */
  readonly spelled: string;
}

const names: Readonly<Record<Exclude<CanonicalTool, "other">, string>> = {
  execute_command:
    "bash bashtool run_shell_command shell shell_command local_shell local_shell_call exec exec_command execute execute_command execute_commands execute_shell_command execute_shell_commands run_shell_commands run_commands run_terminal_commands execute_bash run_command run_bash run_shell run_in_terminal run_terminal_cmd run_terminal_command terminal container.exec unified_exec write_stdin command cmd powershell pwsh sh zsh process start_process launch_process execute_code run_code run_python python code_interpreter code_execution bash_code_execution jupyter run_notebook_cell execute_sql run_sql query_database computer_shell developer__shell",
  write_file:
    "write write_file writefile create create_file createfile edit edit_file editfile multiedit multi_edit notebookedit notebook_edit edit_notebook edit_notebook_file str_replace_editor str_replace_based_edit_tool text_editor editor apply_patch patch applypatch replace replace_in_file replace_string_in_file multi_replace_string_in_file insert insert_edit_into_file insert_content search_replace search_and_replace append_file append_to_file write_to_file save_file update_file modify_file put_file upload_file move_file rename_file copy_file create_directory make_directory mkdir text_editor_code_execution create_or_update_file push_files edit_block write_memory save_memory create_new_file write_text_file fs_write",
  read_file:
    "read read_file readfile read_files read_many_files read_multiple_files view view_file open_file cat get_file get_file_contents read_text_file read_media_file notebookread read_notebook view_image get_file_info read_resource fs_read fetch_file",
  delete_file: "delete delete_file remove_file deletefile rm unlink trash delete_directory remove_directory",
  list_files:
    "ls list list_dir list_directory list_files list_directory_with_sizes directory_tree glob find_files list_allowed_directories list_code_usages file_search findfiles",
  search_files:
    "grep grep_search search_file_content search_files search_code codebase_search ripgrep rg search_in_files semantic_search",
  fetch_url:
    "webfetch web_fetch fetch fetch_url fetch_web_content fetch_webpage http_request request api_request make_request send_request http_call http_get http_post curl wget open_url url_fetch download download_file get_url browser_navigate navigate goto open_browser browser browser_action browser_subagent open_simple_browser puppeteer_navigate playwright_navigate navigate_page new_page read_url_content scrape scrape_url crawl extract",
  search_web:
    "websearch web_search google_web_search google_search brave_web_search search_web tavily_search bing_search internet_search",
  delegate:
    "task agent subagent spawn_agent delegate dispatch_agent new_task codebase_investigator send_message_to_agent run_subagent runsubagent launch_agent handoff",
};

const table = new Map<string, CanonicalTool>();
for (const tool of canonicalTools) {
  if (tool === "other") continue;
  for (const name of names[tool].split(" ")) table.set(name, tool);
}

/** `mcp__server__tool`, also with dots, slashes or colons between the parts, as some agents write it. */
const mcp = /^mcp(?:__|[./:_-])(.+?)(?:__|[./:])(.+)$/i;

export function readToolName(given: string): ToolName {
  // No name in the table is changed by what follows.
  const lower = given.length > 256 ? "" : given.toLowerCase();
  const listed = table.get(lower);
  if (listed !== undefined) return { tool: listed, name: lower, spelled: given };
  const trimmed = given.length > 256 ? given.slice(0, 256) : given;
  const match = mcp.exec(trimmed);
  const spelled = match?.[2] ?? trimmed;
  const name = normal(spelled);
  const tool = lookup(name);
  return match?.[1] === undefined ? { tool, name, spelled } : { tool, name, spelled, server: match[1] };
}

function normal(name: string): string {
  return name
    .normalize("NFKC")
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, "_");
}

function lookup(name: string): CanonicalTool {
  const exact = table.get(name) ?? table.get(name.replaceAll("_", ""));
  if (exact !== undefined) return exact;
  // `functions.shell`, `default_api:run_shell_command`
  const last = /[.:/]([^.:/]+)$/.exec(name)?.[1];
  return (last === undefined ? undefined : table.get(last)) ?? "other";
}
