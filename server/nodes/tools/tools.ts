import type { NodeDefinition } from '#server/engine/define-node.ts'
import { calculator } from './calculator.node.ts'
import { chainTool } from './chain-tool.node.ts'
import { chatflowTool } from './chatflow-tool.node.ts'
import { currentDateTime } from './current-date-time.node.ts'
import { customTool } from './custom-tool.node.ts'
import { jsonPathExtractor } from './json-path-extractor.node.ts'
import { braveSearchMCP } from './mcp/brave-search-mcp.node.ts'
import { customMCP } from './mcp/custom-mcp.node.ts'
import { customMcpServerTool } from './mcp/custom-mcp-server.node.ts'
import { pipedreamMCP } from './mcp/pipedream-mcp.node.ts'
import { postgreSQLMCP } from './mcp/postgres-mcp.node.ts'
import { sequentialThinkingMCP } from './mcp/sequential-thinking-mcp.node.ts'
import { vendorMcpNodes } from './mcp/vendor-mcp-nodes.ts'
import { openAPIToolkit } from './openapi/open-api-toolkit.node.ts'
import { requestPerson } from './request-person.node.ts'
import { requestsDelete, requestsGet, requestsPost, requestsPut } from './requests/requests-nodes.ts'
import { retrieverTool } from './retriever-tool.node.ts'
import { braveSearchAPI } from './search/brave-search.node.ts'
import { exaSearch } from './search/exa-search.node.ts'
import { googleCustomSearch } from './search/google-custom-search.node.ts'
import { searchAPI } from './search/search-api.node.ts'
import { searXNG } from './search/searxng.node.ts'
import { serpAPI } from './search/serp-api.node.ts'
import { serper } from './search/serper.node.ts'
import { tavilyAPI } from './search/tavily.node.ts'
import { wolframAlpha } from './search/wolfram-alpha.node.ts'
import { arxiv } from './web/arxiv.node.ts'
import { webScraperTool } from './web/web-scraper-tool.node.ts'

export const tools: NodeDefinition[] = [
  calculator,
  currentDateTime,
  customTool,
  retrieverTool,
  chainTool,
  chatflowTool,
  braveSearchAPI,
  googleCustomSearch,
  serpAPI,
  searchAPI,
  serper,
  tavilyAPI,
  exaSearch,
  searXNG,
  wolframAlpha,
  requestPerson,
]

export const requestTools: NodeDefinition[] = [
  openAPIToolkit,
  jsonPathExtractor,
  requestsGet,
  requestsPost,
  requestsPut,
  requestsDelete,
]

export const mcpTools: NodeDefinition[] = [
  customMCP,
  customMcpServerTool,
  postgreSQLMCP,
  braveSearchMCP,
  sequentialThinkingMCP,
  pipedreamMCP,
  ...vendorMcpNodes,
]

export const webTools: NodeDefinition[] = [webScraperTool, arxiv]
