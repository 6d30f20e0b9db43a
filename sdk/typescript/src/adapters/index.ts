// Adapters: tools of agent frameworks, governed. None of them imports its framework.
export type { Governor } from "./answered.ts";
export { governClaudeHooks, type ClaudeHooks } from "./claude-agent-sdk.ts";
export { governLangChainTool, type LangChainTool } from "./langchain.ts";
export { governMastraTool, type MastraTool } from "./mastra.ts";
export { governMcpServer, type McpServerLike } from "./mcp.ts";
export { governOpenAiTool, type OpenAiTool } from "./openai-agents.ts";
export { governAiTools, type AiTool } from "./vercel-ai.ts";
