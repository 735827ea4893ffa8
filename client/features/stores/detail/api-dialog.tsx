import { useId, useState } from 'react'
import { CopyButton } from '#client/components/copy-button.tsx'
import { CopyLine } from '#client/components/copy-line.tsx'
import { Dialog } from '#client/components/dialog.tsx'
import { SegmentedControl } from '#client/components/segmented-control.tsx'
import { SettingSelect } from '#client/components/setting-fields.tsx'
import { Tabs } from '#client/components/tabs.tsx'
import {
  buildUpsertSnippet,
  type SnippetLanguage,
  snippetLanguages,
  type UpsertRequest,
} from '#client/components/upsert-snippet.ts'
import { useTexts } from '#client/texts/texts.tsx'
import type { DocumentStore, StoreLoader } from '#shared/stores.ts'

type Props = { store: DocumentStore; source?: StoreLoader | undefined; onClose: () => void }

/** How a program replaces a source or reads all again. */
export function ApiDialog({ store, source: first, onClose }: Props) {
  const { stores, sharing, common } = useTexts()
  const texts = stores.api
  const id = useId()
  const [call, setCall] = useState<'upsert' | 'refresh'>('upsert')
  const [sourceId, setSourceId] = useState(first?.id ?? store.loaders[0]?.id ?? '')
  const [language, setLanguage] = useState<SnippetLanguage>('python')
  const source = store.loaders.find((each) => each.id === sourceId)
  const url = `${location.origin}/api/v1/document-store/${call}/${store.id}`
  const request = call === 'refresh' ? { url, fields: {} } : { url, ...upsertOf(source) }
  const code = buildUpsertSnippet(language, request)
  return (
    <Dialog title={texts.title} description={texts.text} size="l" onClose={onClose}>
      <div className="stack gap-16">
        <div className="row wraps gap-8-12">
          <SegmentedControl
            label={texts.call}
            value={call}
            options={[
              { value: 'upsert', label: texts.upsert },
              { value: 'refresh', label: texts.refresh },
            ]}
            onChange={setCall}
          />
        </div>
        {call === 'upsert' && store.loaders.length > 0 && (
          <SettingSelect
            label={texts.source}
            name="source"
            issue={undefined}
            value={sourceId}
            options={store.loaders.map(({ id: value, name: label }) => ({ value, label }))}
            onChange={setSourceId}
          />
        )}
        <CopyLine label={texts.address} text={url} />
        <div>
          <Tabs
            id={id}
            label={sharing.language}
            value={language}
            options={snippetLanguages.map((value) => ({ value, label: sharing.languages[value] }))}
            onChange={setLanguage}
            action={<CopyButton label={common.copy} text={code} />}
          >
            <section
              className="store-snippet scrolls text-primary backdrop-level1 outlined round-md"
              aria-label={sharing.code(sharing.languages[language])}
              // biome-ignore lint/a11y/noNoninteractiveTabindex: wide code scrolls by keyboard
              tabIndex={0}
            >
              <pre className="inherits-font">
                <code>{code}</code>
              </pre>
            </section>
          </Tabs>
        </div>
        <p className="text-13 text-tertiary">{texts.key}</p>
      </div>
    </Dialog>
  )
}

function upsertOf(source: StoreLoader | undefined): Pick<UpsertRequest, 'file' | 'fields'> {
  if (!source) {
    return { file: 'example.pdf', fields: { loader: { name: 'pdfFile' } } }
  }
  const [file] = source.files ?? []
  const fields = { docId: source.id, replaceExisting: true }
  return file ? { file: file.name, fields } : { fields }
}
