/** The path of the endpoint of the Model Context Protocol, below the service root. */
export const mcpPath = '/mcp'
