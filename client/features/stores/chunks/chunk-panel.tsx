import '#client/components/node-form/node-form.css'
import { Button, FormControl, IconButton, Textarea } from '@mui/joy'
import { ChevronLeft, ChevronRight, Trash2, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { toAppError } from '#client/api/errors.ts'
import { trpc } from '#client/api/trpc.ts'
import { useConfirm } from '#client/components/confirm-dialog.tsx'
import { FormBanner } from '#client/components/form-banner.tsx'
import { FieldLabel } from '#client/components/form-field.tsx'
import { formatNumber } from '#client/components/format-money.ts'
import { isOverlaid, isShortcut } from '#client/components/keyboard.ts'
import { Below } from '#client/components/setting-fields.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import { parseJson } from '#shared/json.ts'
import type { Chunk } from './chunk-types.ts'

type Props = {
  storeId: string
  chunk: Chunk
  before: string | undefined
  after: string | undefined
  onOpen: (id: string | undefined) => void
}

type Json = Parameters<ReturnType<typeof trpc.stores.chunks.update.useMutation>['mutate']>[0]['metadata']

/** Text and metadata of a chunk. J and K move, Ctrl+S saves, Esc closes. */
export function ChunkPanel({ storeId, chunk, before, after, onOpen }: Props) {
  const { stores, common } = useTexts()
  const texts = stores.chunkPanel
  const [language] = useLanguage()
  const editor = useChunkEditor(storeId, chunk, onOpen)
  const { text, metadata, isDirty, issue, isSaving } = editor
  const panel = useRef<HTMLElement>(null)

  useEffect(() => {
    panel.current?.focus({ preventScroll: true })
  }, [])

  const keys = useRef<(event: KeyboardEvent) => void>(undefined)
  keys.current = (event) => {
    if (event.key === 's' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      editor.save()
    } else if (event.key === 'Escape' && !isOverlaid()) {
      void editor.leave(undefined)
    } else if (isShortcut(event)) {
      const target = {
        j: after,
        ArrowDown: after,
        ArrowRight: after,
        k: before,
        ArrowUp: before,
        ArrowLeft: before,
      }[event.key]
      if (target) {
        event.preventDefault()
        void editor.leave(target)
      }
    }
  }
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => keys.current?.(event)
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])

  return (
    <aside
      ref={panel}
      tabIndex={-1}
      className="chunk-panel stack surface outlined round-md"
      aria-label={stores.chunkList.chunk(chunk.chunkNo)}
    >
      <header className="row gap-4 line-below">
        <h2 className="grows">{stores.chunkList.chunk(chunk.chunkNo)}</h2>
        <IconButton
          size="sm"
          variant="plain"
          aria-label={texts.before}
          aria-keyshortcuts="K"
          title="K"
          disabled={!before}
          onClick={() => void editor.leave(before)}
        >
          <ChevronLeft size={18} />
        </IconButton>
        <IconButton
          size="sm"
          variant="plain"
          aria-label={texts.after}
          aria-keyshortcuts="J"
          title="J"
          disabled={!after}
          onClick={() => void editor.leave(after)}
        >
          <ChevronRight size={18} />
        </IconButton>
        <IconButton
          size="sm"
          variant="plain"
          aria-label={common.close}
          title="Esc"
          onClick={() => void editor.leave(undefined)}
        >
          <X size={16} />
        </IconButton>
      </header>
      <div className="chunk-fields stack gap-16 grows">
        <Failure editor={editor} />
        <FormControl error={text.trim() === ''}>
          <div className="row spread">
            <FieldLabel label={texts.text} />
            <span className="monospace text-12 text-tertiary">
              {stores.chunk.length(formatNumber(text.length, language), text.length)}
            </span>
          </div>
          <Textarea
            name="pageContent"
            minRows={6}
            maxRows={18}
            value={text}
            onChange={({ target }) => editor.setText(target.value)}
          />
          <Below issue={text.trim() === '' ? texts.noText : undefined} />
        </FormControl>
        <FormControl error={issue !== undefined}>
          <FieldLabel label={texts.metadata} />
          <Textarea
            className="node-json"
            name="metadata"
            minRows={3}
            maxRows={12}
            spellCheck={false}
            value={metadata}
            onChange={({ target }) => editor.setMetadata(target.value)}
          />
          <Below issue={issue} help={texts.metadataHelp} />
        </FormControl>
        <p className="chunk-note text-12 line-18 backdrop-glaze round-sm">{texts.note}</p>
      </div>
      <footer className="row gap-8 line-above">
        <Button
          className="pushed-left"
          variant="plain"
          color="danger"
          startDecorator={<Trash2 size={16} />}
          onClick={() => void editor.remove()}
        >
          {common.delete}
        </Button>
        <Button variant="plain" color="neutral" onClick={() => void editor.leave(undefined)}>
          {common.cancel}
        </Button>
        <Button
          aria-keyshortcuts="Control+S"
          title="Ctrl+S"
          disabled={!isDirty || isSaving || issue !== undefined || text.trim() === ''}
          onClick={() => editor.save()}
        >
          {isSaving ? texts.saving : common.save}
        </Button>
      </footer>
    </aside>
  )
}

type Editor = ReturnType<typeof useChunkEditor>

function Failure({ editor: { error, isConflict, reload, save } }: { editor: Editor }) {
  const { stores } = useTexts()
  const texts = stores.chunkPanel
  const errorText = useErrorText()
  if (isConflict) {
    return (
      <FormBanner tone="warning">
        <p>{texts.conflict}</p>
        <div className="row gap-8 margin-8-0-0">
          <Button size="sm" variant="outlined" color="neutral" onClick={reload}>
            {texts.reload}
          </Button>
          <Button size="sm" variant="plain" color="danger" onClick={() => save(true)}>
            {texts.overwrite}
          </Button>
        </div>
      </FormBanner>
    )
  }
  return error ? <FormBanner>{errorText(error)}</FormBanner> : null
}

function useChunkEditor(storeId: string, chunk: Chunk, onOpen: (id: string | undefined) => void) {
  const { stores, nodes } = useTexts()
  const texts = stores.chunkPanel
  const toasts = useToasts()
  const errorText = useErrorText()
  const confirm = useConfirm()
  const utils = trpc.useUtils()
  const stored = pretty(chunk.metadata)
  const [text, setText] = useState(chunk.pageContent)
  const [metadata, setMetadata] = useState(stored)
  const parsed = parseJson(metadata.trim() || '{}')
  const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
  const issue = isObject ? undefined : parsed === undefined ? nodes.notJson : texts.notObject
  const isDirty = text !== chunk.pageContent || metadata !== stored
  const where = { storeId, loaderId: chunk.docId, ref: chunk.id }

  const update = trpc.stores.chunks.update.useMutation({
    async onSuccess() {
      toasts.success(texts.saved(chunk.chunkNo))
      await utils.stores.invalidate()
    },
  })
  const deletion = trpc.stores.chunks.remove.useMutation({
    async onSuccess() {
      onOpen(undefined)
      toasts.success(stores.chunkList.deleted(1))
      await utils.stores.invalidate()
    },
    onError: (error) => toasts.error(errorText(error)),
  })

  function save(isForced = false) {
    if (issue === undefined && text.trim() !== '' && (isDirty || isForced)) {
      update.mutate({
        ...{ ...where, pageContent: text, metadata: parsed as Json },
        ...(!isForced && { revision: chunk.revision }),
      })
    }
  }

  /** Opens another chunk, or closes the panel. */
  async function leave(id: string | undefined) {
    const isConfirmed =
      !isDirty ||
      (await confirm({
        title: texts.discardTitle,
        description: texts.discardText,
        confirmButtonName: texts.discard,
        danger: true,
      }))
    if (isConfirmed) {
      onOpen(id)
    }
  }

  /** The panel begins again with the latest revision: its key includes it. */
  async function reload() {
    update.reset()
    await utils.stores.chunks.page.invalidate()
  }

  async function remove() {
    const isConfirmed = await confirm({
      title: stores.chunkList.deleteTitle(1),
      description: stores.chunkList.deleteText,
      confirmButtonName: stores.chunkList.delete(1),
      danger: true,
    })
    if (isConfirmed) {
      deletion.mutate(where)
    }
  }

  const error = update.error ?? undefined
  return {
    ...{ text, setText, metadata, setMetadata, issue, isDirty, error, save, leave, reload, remove },
    isSaving: update.isPending,
    isConflict: error !== undefined && toAppError(error).code === 'CONFLICT',
  }
}

function pretty(json: string): string {
  const value = parseJson(json)
  return value === undefined ? json : JSON.stringify(value, null, 2)
}
