import { useConnectModel } from '#client/components/connect-model.ts'
import { useDefaultModel } from '#client/components/use-default-model.ts'
import { useTexts } from '#client/texts/texts.tsx'

export function DemoHint() {
  const { chat, common } = useTexts()
  const connect = useConnectModel()
  const isDemo = useDefaultModel()?.isDemo
  return connect && isDemo ? (
    <p className="chat-note">
      {chat.demoAnswers}{' '}
      <button type="button" className="text-link" onClick={connect}>
        {common.connectModel}
      </button>
    </p>
  ) : null
}
