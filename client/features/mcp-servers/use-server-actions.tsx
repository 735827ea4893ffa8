import { trpc } from '#client/api/trpc.ts'
import { Losses } from '#client/components/losses.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useRemoval } from '#client/components/use-removal.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { CustomMcpServer } from '#shared/custom-mcp-servers.ts'
import type { ToolUse } from '#shared/tools.ts'

export function useServerActions() {
  const { mcpServers: texts } = useTexts()
  const toasts = useToasts()
  const errorText = useErrorText()
  const utils = trpc.useUtils()
  const authorization = trpc.customMcpServers.authorize.useMutation()
  const deletion = trpc.customMcpServers.remove.useMutation({
    onSuccess: () => utils.customMcpServers.invalidate(),
  })
  const askAndRemove = useRemoval()
  const uses = trpc.customMcpServers.uses.useQuery()

  /** Where somebody must sign in, the browser leaves for the page of the server. */
  async function connect({ id, name }: Pick<CustomMcpServer, 'id' | 'name'>) {
    try {
      const { authorizationUrl, status, toolCount } = await authorization.mutateAsync({ id })
      if (authorizationUrl !== null) {
        location.assign(authorizationUrl)
        return
      }
      await utils.customMcpServers.invalidate()
      if (status === 'AUTHORIZED') {
        toasts.success(texts.connected(name, toolCount))
      }
    } catch (error) {
      toasts.error(errorText(error))
    }
  }

  /** Resolves to true once the server is deleted. */
  const remove = ({ id, name }: Pick<CustomMcpServer, 'id' | 'name'>) =>
    askAndRemove({
      title: texts.removeTitle(name),
      async describe() {
        const flows = flowsIn(await utils.customMcpServers.uses.fetch(undefined, { staleTime: 0 }), id)
        return flows.length > 0 ? <Losses text={texts.removeUsed} names={flows} /> : texts.removeFree
      },
      confirmButtonName: texts.remove,
      remove: () => deletion.mutateAsync({ id }),
      removed: texts.removed(name),
    })

  /** `connecting`: the server that is being connected. `flowsOf`: names of the flows that use a server, once known. */
  const connecting = authorization.isPending ? authorization.variables.id : undefined
  const { data: used } = uses
  return { connect, remove, connecting, flowsOf: used && ((id: string) => flowsIn(used, id)) }
}
export type ServerActions = ReturnType<typeof useServerActions>

function flowsIn(uses: readonly ToolUse[], id: string): string[] {
  return uses.find((use) => use.id === id)?.flows.map(({ name }) => name) ?? []
}
