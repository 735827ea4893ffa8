import { useId, useState } from 'react'
import { CopyButton } from '#client/components/copy-button.tsx'
import { Tabs } from '#client/components/tabs.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { CodeView } from './code-view.tsx'
import { type ApiRequest, languages, type SnippetLanguage } from './snippets/request.ts'
import { buildSnippet } from './snippets/snippet.ts'

export function CodePane({ request }: { request: ApiRequest }) {
  const { common, sharing: texts } = useTexts()
  const id = useId()
  const [language, setLanguage] = useState<SnippetLanguage>('curl')
  const code = buildSnippet(language, request)
  return (
    <Tabs
      id={id}
      label={texts.language}
      value={language}
      options={languages.map((value) => ({ value, label: texts.languages[value] }))}
      onChange={setLanguage}
      action={<CopyButton label={common.copy} text={code} />}
    >
      <CodeView label={texts.code(texts.languages[language])} language={language} code={code} />
    </Tabs>
  )
}
