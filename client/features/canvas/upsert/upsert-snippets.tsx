import { useState } from 'react'
import { CopyButton } from '#client/components/copy-button.tsx'
import { SegmentedControl } from '#client/components/segmented-control.tsx'
import {
  buildUpsertSnippet,
  type SnippetLanguage,
  snippetLanguages,
} from '#client/components/upsert-snippet.ts'
import { useTexts } from '#client/texts/texts.tsx'
import type { UpsertStore } from '../graph/upsert-stores.ts'
import { useCanvas } from '../store/use-canvas.ts'
import { requestOf } from './snippet-fields.ts'

/** How to upsert from outside, for the first store. */
export function UpsertSnippets({ flowId, stores }: { flowId: string; stores: readonly UpsertStore[] }) {
  const { common, upserts } = useTexts()
  const { popup: texts } = upserts
  const [language, setLanguage] = useState<SnippetLanguage>('python')
  const graph = useCanvas((state) => state.unplaced)
  const templates = useCanvas((state) => state.templates)
  const [store] = stores
  if (!store) {
    return null
  }
  const code = buildUpsertSnippet(language, {
    url: `${location.origin}/api/v1/vector/upsert/${flowId}`,
    ...requestOf(store, { graph, templates, isOnlyStore: stores.length === 1 }),
  })
  return (
    <section className="grid gap-8" aria-label={texts.api}>
      <div className="row wraps spread gap-8">
        <SegmentedControl
          label={texts.api}
          value={language}
          options={snippetLanguages.map((value) => ({ value, label: texts.languages[value] }))}
          onChange={setLanguage}
        />
        <CopyButton label={common.copy} text={code} />
      </div>
      <section
        className="upsert-code scrolls backdrop-level1 outlined round-sm"
        aria-label={texts.snippet(texts.languages[language])}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: wide code scrolls by keyboard
        tabIndex={0}
      >
        <pre className="code-12 flush pad-10-12">{code}</pre>
      </section>
      <p className="flush text-12 text-tertiary">{texts.snippetText}</p>
    </section>
  )
}
