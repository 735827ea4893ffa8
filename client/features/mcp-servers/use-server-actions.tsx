import { trpc } from '#client/api/trpc.ts'
import { useConfirm } from '#client/components/confirm-dialog.tsx'
import { Losses } from '#client/components/losses.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { CustomMcpServer } from '#shared/custom-mcp-servers.ts'
import type { ToolUse } from '#shared/tools.ts'

export function useServerActions() {
  const { mcpServers: texts } = useTexts()
  const toasts = useToasts()
  const confirm = useConfirm()
  const errorText = useErrorText()
  const utils = trpc.useUtils()
  const authorization = trpc.customMcpServers.authorize.useMutation()
  const deletion = trpc.customMcpServers.remove.useMutation()
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

  /** Returns true when the server was deleted. */
  async function remove({ id, name }: Pick<CustomMcpServer, 'id' | 'name'>): Promise<boolean> {
    try {
      const flows = flowsIn(await utils.customMcpServers.uses.fetch(undefined, { staleTime: 0 }), id)
      const isConfirmed = await confirm({
        title: texts.removeTitle(name),
        description: flows.length > 0 ? <Losses text={texts.removeUsed} names={flows} /> : texts.removeFree,
        confirmButtonName: texts.remove,
        danger: true,
      })
      if (isConfirmed) {
        await deletion.mutateAsync({ id })
        await utils.customMcpServers.invalidate()
        toasts.success(texts.removed(name))
      }
      return isConfirmed
    } catch (error) {
      toasts.error(errorText(error))
      return false
    }
  }

  /** `connecting`: the server that is being connected. `flowsOf`: names of the flows that use a server, once known. */
  const connecting = authorization.isPending ? authorization.variables.id : undefined
  const { data: used } = uses
  return { connect, remove, connecting, flowsOf: used && ((id: string) => flowsIn(used, id)) }
}
export type ServerActions = ReturnType<typeof useServerActions>

function flowsIn(uses: readonly ToolUse[], id: string): string[] {
  return uses.find((use) => use.id === id)?.flows.map(({ name }) => name) ?? []
}
