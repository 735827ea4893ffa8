import { Button } from '@mui/joy'
import { Play } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { trpc } from '#client/api/trpc.ts'
import { formatNumber } from '#client/components/format-money.ts'
import { KindGlyph } from '#client/components/kind-glyph.tsx'
import { NodeForm } from '#client/components/node-form/node-form.tsx'
import { missingFields } from '#client/components/node-form/node-values.ts'
import { PageHeader } from '#client/components/page-header.tsx'
import { SettingSelect, SettingText } from '#client/components/setting-fields.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { NodeTemplate } from '#shared/nodes.ts'
import type { DocumentStore, StoreLoader } from '#shared/stores.ts'
import type { StorePaths } from '../store-paths.ts'
import { takesSplitter } from './loader-choice.ts'
import { draftOf, formOf, type SourceForm } from './loader-draft.ts'
import { PreviewPane } from './preview-pane.tsx'
import { TINY } from './sizes.ts'
import { usePreview } from './use-preview.ts'

type Props = {
  store: DocumentStore
  source: StoreLoader | undefined
  loader: NodeTemplate
  splitters: readonly NodeTemplate[]
  paths: StorePaths
}

/** Settings of a source with the chunks they make. */
export function SourceEditor({ store, source, loader, splitters, paths }: Props) {
  const { stores } = useTexts()
  const texts = stores.source
  const [language] = useLanguage()
  const navigate = useNavigate()
  const toasts = useToasts()
  const errorText = useErrorText()
  const utils = trpc.useUtils()
  const [form, setForm] = useState(() => formOf(loader, source))
  const [isChecked, setChecked] = useState(false)
  const left = useRef<HTMLFormElement>(null)
  const splitter = splitters.find(({ name }) => name === form.splitter)
  const missing = [
    ...missingFields(loader, form.values),
    ...(splitter ? missingFields(splitter, form.splitterValues) : []),
  ]
  const marked = new Set(isChecked ? missing.map(({ name }) => name) : [])
  const sourceId = source?.id
  const input = useMemo(
    () => draftOf(form, { storeId: store.id, loader, splitter, sourceId }),
    [form, store.id, loader, splitter, sourceId],
  )
  const preview = usePreview(input, missing.length === 0)
  const saving = trpc.stores.sources.save.useMutation()
  const processing = trpc.stores.sources.process.useMutation()
  const isSaving = saving.isPending || processing.isPending

  /** Names what is missing and focuses the first such field. */
  function isComplete(): boolean {
    const [first] = missing
    if (first) {
      setChecked(true)
      toasts.error(texts.missing(missing.map(({ label }) => label).join(', ')))
      const field = left.current?.querySelector<HTMLElement>(`[name="${CSS.escape(first.name)}"]`)
      field?.focus()
    }
    return first === undefined
  }

  const showPreview = () => isComplete() && void preview.run()

  async function process() {
    if (!isComplete()) {
      return
    }
    try {
      const { id } = source ?? (await saving.mutateAsync(input))
      await processing.mutateAsync(source ? { ...input, id } : { storeId: store.id, id })
      await utils.stores.invalidate()
      await navigate(paths.store(store.id))
    } catch (error) {
      toasts.error(errorText(error))
    }
  }

  const shortcut = useRef(showPreview)
  shortcut.current = showPreview
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault()
        shortcut.current()
      }
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])

  const count = preview.isOutdated ? undefined : preview.data?.totalChunks
  return (
    <>
      <PageHeader
        title={source?.name ?? loader.label}
        text={
          <>
            <Link className="text-link" to={paths.store(store.id)}>
              {store.name}
            </Link>
            {'. '}
            {texts.text(loader.label)}
          </>
        }
        action={
          <div className="store-buttons flex wraps gap-8">
            <Button
              variant="outlined"
              color="neutral"
              startDecorator={<Play size={16} />}
              aria-keyshortcuts="Control+Enter"
              title="Ctrl+Enter"
              disabled={preview.isRunning}
              onClick={showPreview}
            >
              {preview.isRunning ? texts.previewing : texts.preview}
            </Button>
            <Button disabled={isSaving} onClick={() => void process()}>
              {isSaving
                ? texts.saving
                : count === undefined
                  ? texts.process
                  : texts.processChunks(formatNumber(count, language), count)}
            </Button>
          </div>
        }
      />
      <div className="source-editor grid gap-20">
        <form
          ref={left}
          className="source-form surface outlined round-md"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            showPreview()
          }}
        >
          <SourceFields form={form} loader={loader} marked={marked} onChange={setForm} />
          {takesSplitter(loader) && (
            <SplitterFields
              form={form}
              splitter={splitter}
              splitters={splitters}
              marked={marked}
              onChange={setForm}
            />
          )}
          <div className="line-above">
            <SettingText
              numeric
              label={texts.minChunkChars}
              name="minChunkChars"
              help={texts.minChunkCharsHelp}
              issue={undefined}
              value={form.minChunkChars}
              onChange={(minChunkChars) => setForm({ ...form, minChunkChars })}
            />
          </div>
        </form>
        <PreviewPane
          store={store}
          preview={preview}
          isReady={missing.length === 0}
          shown={form.shown}
          onShown={(shown) => setForm({ ...form, shown })}
          onSkipTiny={() => setForm({ ...form, minChunkChars: String(TINY) })}
        />
      </div>
    </>
  )
}

type FieldsProps = {
  form: SourceForm
  marked: ReadonlySet<string>
  onChange: (form: SourceForm) => void
}

function SourceFields({ form, loader, marked, onChange }: FieldsProps & { loader: NodeTemplate }) {
  const { stores } = useTexts()
  const texts = stores.source
  return (
    <section className="stack gap-16" aria-label={texts.title}>
      <h2 className="row gap-10">
        <KindGlyph kind="document" silent />
        {texts.title}
        <span className="pushed-right text-12 text-tertiary regular">{loader.label}</span>
      </h2>
      <SettingText
        label={texts.name}
        name="loaderName"
        issue={undefined}
        value={form.loaderName}
        onChange={(loaderName) => onChange({ ...form, loaderName })}
      />
      <NodeForm
        template={loader}
        values={form.values}
        missing={marked}
        onChange={(values) => onChange({ ...form, values })}
      />
    </section>
  )
}

type SplitterProps = FieldsProps & {
  splitter: NodeTemplate | undefined
  splitters: readonly NodeTemplate[]
}

function SplitterFields({ form, splitter, splitters, marked, onChange }: SplitterProps) {
  const { stores, nodes } = useTexts()
  const texts = stores.source
  return (
    <section className="stack gap-16 line-above" aria-label={texts.splitter}>
      <h2 className="row gap-10">
        <KindGlyph kind="document" open silent />
        {texts.splitter}
        <span className="pushed-right text-12 text-tertiary regular">{texts.optional}</span>
      </h2>
      <SettingSelect
        label={texts.textSplitter}
        name="splitter"
        issue={undefined}
        value={form.splitter}
        options={[
          { value: '', label: nodes.none },
          ...splitters.map(({ name, label }) => ({ value: name, label })),
        ]}
        onChange={(name) =>
          onChange({ ...form, splitter: name, splitterValues: sizesOf(form.splitterValues) })
        }
      />
      {splitter && (
        <NodeForm
          template={splitter}
          values={form.splitterValues}
          missing={marked}
          onChange={(splitterValues) => onChange({ ...form, splitterValues })}
        />
      )}
    </section>
  )
}

/** All splitters have these settings, so they survive a change of the splitter. */
function sizesOf({ chunkSize, chunkOverlap }: SourceForm['splitterValues']) {
  return {
    ...(chunkSize !== undefined && { chunkSize }),
    ...(chunkOverlap !== undefined && { chunkOverlap }),
  }
}
