import { Button, FormControl, FormLabel, Input, Typography } from '@mui/joy'
import { type FormEvent, useMemo, useState } from 'react'
import { useUser } from '#client/api/use-session.ts'
import { Dialog } from '#client/components/dialog.tsx'
import { formatRelativeTime } from '#client/components/relative-time.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { FlowDraft } from '#shared/flow-versions.ts'
import { DiffList, useSync, useSyncState } from '../draft/draft.ts'
import { viewDiff } from '../graph/diff-view.ts'
import { renameFlow } from '../graph/edit.ts'
import { readGraph } from '../graph/flow-graph.ts'
import { useLoadedGraph } from '../store/catalogue.ts'
import type { Naming } from '../store/surface.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'

type Props = { onClose: () => void; onOpenFlow: (id: string) => void }

/** The draft was also saved elsewhere. No choice here loses either version. */
export function ConflictDialog(props: Props) {
  const theirs = useSyncState((state) => state.theirs)
  return theirs ? <Conflict theirs={theirs} {...props} /> : null
}

function Conflict({ theirs, onClose, onOpenFlow }: Props & { theirs: FlowDraft }) {
  const { canvas, common, versions } = useTexts()
  const [language] = useLanguage()
  const sync = useSync()
  const me = useUser()?.id
  const mine = useCanvas((state) => state.graph)
  const templates = useCanvas((state) => state.templates)
  const [busy, setBusy] = useState<'keep' | 'copy'>()
  const before = useLoadedGraph(useMemo(() => readGraph(theirs.flowData, theirs.name), [theirs]))
  const view = useMemo(
    () => before && viewDiff({ before, after: mine }, templates),
    [before, mine, templates],
  )
  const saved = String(theirs.savedDate)
  const time = formatRelativeTime(saved, new Date(), language) ?? common.now
  const { by } = theirs

  async function store() {
    setBusy('keep')
    if (await sync.keepMine()) {
      onClose()
    }
    setBusy(undefined)
  }

  async function copy() {
    setBusy('copy')
    const id = await sync.saveCopy(canvas.copyOf(mine.name).slice(0, 255))
    setBusy(undefined)
    if (id !== undefined) {
      onClose()
      onOpenFlow(id)
    }
  }

  return (
    <Dialog
      title={versions.conflictTitle}
      description={by.id === me ? versions.conflictSelf(time) : versions.conflictText(by.username, time)}
      size="m"
      onClose={onClose}
      locked={busy !== undefined}
      footer={
        <>
          <Button
            variant="plain"
            color="neutral"
            title={versions.saveCopyHint}
            loading={busy === 'copy'}
            onClick={() => void copy()}
            sx={{ mr: 'auto' }}
          >
            {versions.saveCopy}
          </Button>
          <Button
            variant="outlined"
            color="neutral"
            title={versions.takeTheirsHint}
            onClick={() => {
              sync.takeTheirs()
              onClose()
            }}
          >
            {versions.takeTheirs}
          </Button>
          <Button title={versions.keepMineHint} loading={busy === 'keep'} onClick={() => void store()}>
            {versions.keepMine}
          </Button>
        </>
      }
    >
      <Typography level="title-sm" sx={{ mb: 2 }}>
        {versions.theirsAgainstMine}
      </Typography>
      {view && <DiffList view={view} />}
      <ul className="conflict-hints text-13 line-20 text-secondary line-above unlisted margin-16-0-0">
        <li>
          <strong className="semibold text-primary">{versions.takeTheirs}.</strong> {versions.takeTheirsHint}
        </li>
        <li>
          <strong className="semibold text-primary">{versions.keepMine}.</strong> {versions.keepMineHint}
        </li>
        <li>
          <strong className="semibold text-primary">{versions.saveCopy}.</strong> {versions.saveCopyHint}
        </li>
      </ul>
    </Dialog>
  )
}

type LeaveDialogProps = { name: string; onStay: () => void; onLeave: () => void; onSaveAndLeave: () => void }

/** Shown only when the last changes are not stored anywhere. */
export function LeaveDialog({ name, onStay, onLeave, onSaveAndLeave }: LeaveDialogProps) {
  const { canvas, versions } = useTexts()
  return (
    <Dialog
      title={canvas.leaveTitle(name)}
      role="alertdialog"
      size="m"
      onClose={onStay}
      footer={
        <>
          <Button variant="plain" color="neutral" onClick={onStay}>
            {canvas.stayHere}
          </Button>
          <Button variant="outlined" color="danger" onClick={onLeave}>
            {versions.leaveAnyway}
          </Button>
          <Button autoFocus onClick={onSaveAndLeave}>
            {versions.tryAgain}
          </Button>
        </>
      }
    >
      <Typography level="body-md">{versions.leaveText}</Typography>
    </Dialog>
  )
}

type NamingDialogProps = { naming: Naming }

/** Requests a name before the first version, if the flow still has its default one. */
export function NamingDialog({ naming: { action, onDone } }: NamingDialogProps) {
  const { canvasAsides, common } = useTexts()
  const { naming: texts } = canvasAsides
  const store = useCanvasStore()
  const [name, setName] = useState(() => store.getState().graph.name)

  function close(isNamed: boolean) {
    store.getState().put({ naming: undefined })
    onDone(isNamed)
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    const chosen = name.trim()
    if (chosen !== '') {
      store.getState().act({ name: 'renameFlow', what: chosen }, (graph) => renameFlow(graph, chosen))
      close(true)
    }
  }

  return (
    <Dialog
      title={texts.title}
      form={{ onSubmit }}
      onClose={() => close(false)}
      footer={
        <>
          <Button variant="plain" color="neutral" onClick={() => close(false)}>
            {common.cancel}
          </Button>
          <Button type="submit" disabled={name.trim() === ''}>
            {texts.actions[action]}
          </Button>
        </>
      }
    >
      <FormControl>
        <FormLabel>{texts.name}</FormLabel>
        <Input
          autoFocus
          value={name}
          slotProps={{ input: { maxLength: 255, autoComplete: 'off' } }}
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => setName(target.value)}
        />
      </FormControl>
    </Dialog>
  )
}
