import { CopyLine } from '#client/components/copy-line.tsx'
import { Dialog } from '#client/components/dialog.tsx'
import { useTexts } from '#client/texts/texts.tsx'

export function HowToDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const { help } = useTexts().variables
  return (
    <Dialog title={help.title} size="m" onClose={onClose}>
      <div className="variable-help grid gap-8">
        <h3>{help.inText}</h3>
        <CopyLine label={help.inText} text={referenceOf(name)} />
        <h3>{help.inCode}</h3>
        <CopyLine label={help.inCode} text={`const value = $vars.${name}`} />
        <p className="text-13 text-secondary">{help.runtime}</p>
        <CopyLine label={help.runtime} text={`FLOW_VAR_${name}=…`} />
        <p className="text-13 text-secondary">{help.unknown}</p>
      </div>
    </Dialog>
  )
}

export function referenceOf(name: string) {
  return `{{$vars.${name}}}`
}
