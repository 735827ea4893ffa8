import { trpc } from '#client/api/trpc.ts'
import { useConfirm } from '#client/components/confirm-dialog.tsx'
import { Losses } from '#client/components/losses.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { CustomMcpServer } from '#shared/custom-mcp-servers.ts'

export function useServerActions() {
  const { mcpServers: texts } = useTexts()
  const toasts = useToasts()
  const confirm = useConfirm()
  const errorText = useErrorText()
  const utils = trpc.useUtils()
  const authorization = trpc.customMcpServers.authorize.useMutation()
  const deletion = trpc.customMcpServers.remove.useMutation()
  const uses = trpc.customMcpServers.uses.useQuery()

  const flowsOf = (id: string) => uses.data?.find((use) => use.id === id)?.flows.map(({ name }) => name) ?? []

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
    const flows = flowsOf(id)
    const isConfirmed = await confirm({
      title: texts.removeTitle(name),
      description: flows.length > 0 ? <Losses text={texts.removeUsed} names={flows} /> : texts.removeFree,
      confirmButtonName: texts.remove,
      danger: true,
    })
    if (!isConfirmed) {
      return false
    }
    try {
      await deletion.mutateAsync({ id })
      await utils.customMcpServers.invalidate()
      toasts.success(texts.removed(name))
      return true
    } catch (error) {
      toasts.error(errorText(error))
      return false
    }
  }

  /** `connecting`: the server that is being connected. `flowsOf`: names of the flows that use a server, once known. */
  const connecting = authorization.isPending ? authorization.variables.id : undefined
  return { connect, remove, connecting, flowsOf: uses.data && flowsOf }
}
export type ServerActions = ReturnType<typeof useServerActions>
