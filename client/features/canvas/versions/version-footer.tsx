import { Button, FormControl, FormHelperText, FormLabel, Input } from '@mui/joy'
import { Copy, Ellipsis, FileDown, Rocket } from 'lucide-react'
import { type FormEvent, useCallback, useRef, useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { Dialog } from '#client/components/dialog.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { FlowVersion } from '#shared/flow-versions.ts'
import { useUnpublished } from '../draft/sync-store.ts'
import type { Graph } from '../graph/flow-graph.ts'
import { Menu } from '../popups/popups.ts'
import { useCanvas } from '../store/use-canvas.ts'
import { DuplicateDialog } from './duplicate-dialog.tsx'
import { useVersionActions } from './use-version-actions.ts'

type Props = {
  /** The displayed version; undefined for the draft. */
  version: FlowVersion | undefined
  /** Version the draft is compared with. */
  held: FlowVersion | undefined
  graph: Graph | undefined
  flowId: string
  onName: (version: FlowVersion) => void
  onOpenFlow: (id: string) => void
}

export function VersionFooter({ version, held, graph, flowId, onName, onOpenFlow }: Props) {
  const { versions } = useTexts()
  const actions = useVersionActions()
  const unpublished = useUnpublished()
  const flowName = useCanvas((state) => state.graph.name)
  const [opener, setOpener] = useState<Element>()
  const [copying, setCopying] = useState<FlowVersion>()
  const more = useRef<HTMLButtonElement>(null)
  const close = useCallback(() => setOpener(undefined), [])
  const target = version ?? held
  if (!target) {
    return null
  }
  const short = versions.short(target.number)

  return (
    <footer className="versions-footer row gap-4 rigid line-above">
      <Button
        variant="outlined"
        color="neutral"
        disabled={!version && !unpublished}
        onClick={() => void actions.restore(target)}
      >
        {versions.restore(short)}
      </Button>
      <Button
        variant="plain"
        color="neutral"
        title={versions.nameTitle(short)}
        onClick={() => onName(target)}
      >
        {versions.name}
      </Button>
      <button
        ref={more}
        type="button"
        className="icon-button"
        aria-label={versions.more}
        aria-haspopup="menu"
        aria-expanded={opener !== undefined}
        onClick={() => setOpener(more.current ?? undefined)}
      >
        <Ellipsis size={18} />
      </button>
      <span className="header-gap grows" />
      {version ? (
        <Button disabled={version.isLive} onClick={() => void actions.publishVersion(version)}>
          {versions.publishVersion(short)}
        </Button>
      ) : (
        <Button disabled={!unpublished} onClick={() => void actions.publish()}>
          {versions.publishDraft}
        </Button>
      )}
      {opener && (
        <Menu
          at={opener}
          label={versions.more}
          onClose={close}
          groups={[
            [
              {
                name: versions.export,
                icon: FileDown,
                disabled: graph ? undefined : versions.unreadable,
                run: () => graph && actions.exportVersion(graph, target.number),
              },
              { name: versions.duplicate, icon: Copy, run: () => setCopying(target) },
              {
                name: versions.publishVersion(short),
                icon: Rocket,
                disabled: target.isLive ? versions.allPublished : undefined,
                run: () => void actions.publishVersion(target),
              },
            ],
          ]}
        />
      )}
      {copying && (
        <DuplicateDialog
          id={flowId}
          versionId={copying.id}
          name={versions.copyName(flowName, versions.short(copying.number))}
          onClose={() => setCopying(undefined)}
          onDone={onOpenFlow}
        />
      )}
    </footer>
  )
}

type NameDialogProps = { flowId: string; version: FlowVersion; onClose: () => void }

export function NameDialog({ flowId, version, onClose }: NameDialogProps) {
  const { versions, common } = useTexts()
  const errorText = useErrorText()
  const utils = trpc.useUtils()
  const rename = trpc.flows.versions.name.useMutation({
    onSuccess: async () => {
      await utils.flows.versions.list.invalidate()
      onClose()
    },
  })
  const [text, setText] = useState(version.name ?? '')

  function save(name: string | null) {
    rename.mutate({ id: flowId, versionId: version.id, name })
  }
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (text.trim() !== '') {
      save(text.trim())
    }
  }

  return (
    <Dialog
      title={versions.nameTitle(versions.short(version.number))}
      form={{ onSubmit }}
      onClose={onClose}
      footer={
        <>
          {version.name !== null && (
            <Button variant="plain" color="danger" onClick={() => save(null)} sx={{ mr: 'auto' }}>
              {versions.removeName}
            </Button>
          )}
          <Button variant="plain" color="neutral" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit" loading={rename.isPending} disabled={text.trim() === ''}>
            {common.save}
          </Button>
        </>
      }
    >
      <FormControl error={rename.isError}>
        <FormLabel>{versions.nameLabel}</FormLabel>
        <Input
          autoFocus
          value={text}
          slotProps={{ input: { maxLength: 200 } }}
          onChange={({ target }) => setText(target.value)}
        />
        <FormHelperText role={rename.isError ? 'alert' : undefined}>
          {rename.isError ? errorText(rename.error) : versions.nameHint}
        </FormHelperText>
      </FormControl>
    </Dialog>
  )
}
