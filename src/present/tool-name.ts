// The name of a tool as people say it: of a server's tool, the server and the tool.

export function toolName(name: string): string {
  const parts = name.split('__')
  return parts[0] === 'mcp' && parts.length > 2 ? `${parts[1]} › ${parts.slice(2).join('__')}` : name
}
