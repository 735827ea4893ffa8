import { useId, useState } from 'react'
import { CopyButton } from '#client/components/copy-button.tsx'
import { Tabs } from '#client/components/tabs.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { highlight } from './highlight.ts'
import { type ApiRequest, languages, type SnippetLanguage } from './snippets/request.ts'
import { buildSnippet } from './snippets/snippet.ts'

export function CodePane({ request }: { request: ApiRequest }) {
  const { common, sharing: texts } = useTexts()
  const id = useId()
  const [language, setLanguage] = useState<SnippetLanguage>('curl')
  const code = buildSnippet(language, request)
  const lines = highlight(language, code)
  return (
    <Tabs
      id={id}
      label={texts.language}
      value={language}
      options={languages.map((value) => ({ value, label: texts.languages[value] }))}
      onChange={setLanguage}
      action={<CopyButton label={common.copy} text={code} />}
    >
      <section
        className="share-snippet scrolls text-primary backdrop-level1 outlined round-md flush"
        aria-label={texts.code(texts.languages[language])}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: wide code scrolls by keyboard
        tabIndex={0}
      >
        <pre className="flush inherits-font">
          <code className="flush inherits-font">
            {lines.map((line, number) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity
              <span key={number} className="share-line">
                {line.map(({ text, kind }, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: tokens have no other identity
                  <span key={place} data-kind={kind}>
                    {text}
                  </span>
                ))}
                {number < lines.length - 1 && '\n'}
              </span>
            ))}
          </code>
        </pre>
      </section>
    </Tabs>
  )
}
