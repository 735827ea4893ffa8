import { useConnectModel } from '#client/components/connect-model.ts'
import { useDefaultModel } from '#client/components/use-default-model.ts'
import { useTexts } from '#client/texts/texts.tsx'

/** On the card of the default model: which model it is now. */
export function CurrentModel() {
  const { nodes, common } = useTexts()
  const connect = useConnectModel()
  const current = useDefaultModel()
  if (!current) {
    return null
  }
  return (
    <p className="node-current-model">
      <span title={current.providerLabel}>{nodes.currentModel(current.model)}</span>
      {connect && current.isDemo && (
        <button type="button" className="text-link nodrag" onClick={connect}>
          {common.connectModel}
        </button>
      )}
    </p>
  )
}
