/** Path of the MCP endpoint below the service root. */
export const mcpPath = '/mcp'
