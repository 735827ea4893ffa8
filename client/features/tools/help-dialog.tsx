import { CopyLine } from '#client/components/copy-line.tsx'
import { Dialog } from '#client/components/dialog.tsx'
import { useTexts } from '#client/texts/texts.tsx'

export function HelpDialog({ property, onClose }: { property: string; onClose: () => void }) {
  const { help } = useTexts().tools
  const lines = [
    [help.inputs, `$${property}`],
    [help.variables, '$vars.name'],
    [help.flow, '$flow.sessionId, $flow.chatId, $flow.chatflowId, $flow.input'],
    [help.fetch, "const answer = await fetch('https://api.example.com/orders')"],
    [help.log, "console.log('looking for', $flow.input)"],
    [help.result, 'return JSON.stringify({ found: true })'],
  ] as const
  return (
    <Dialog title={help.title} size="m" onClose={onClose}>
      <div className="tool-help grid gap-16">
        {lines.map(([label, code]) => (
          <section key={label}>
            <h3>{label}</h3>
            <CopyLine label={label} text={code} />
          </section>
        ))}
      </div>
    </Dialog>
  )
}
