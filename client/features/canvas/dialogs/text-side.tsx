import { Suspense, useId, useState } from 'react'
import { lazily } from '#client/components/on-demand.tsx'
import { Tabs } from '#client/components/tabs.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { fillTokens } from '../graph/variables-text.ts'
import { VariableList } from '../variables/variable-list.tsx'
import { useVariables } from '../variables/variable-picker.tsx'

const TextPreview = lazily(async () => (await import('./text-preview.tsx')).TextPreview)

type Props = {
  node: string
  input: string
  text: string
  /** Goes up whenever a variable is asked for: the filter is given the focus. */
  asked: number
  onPick: (name: string) => void
}

/** Beside a long text: what it may name, and how it reads with the values of the last run. */
export function TextSide({ node, input, text, asked, onPick }: Props) {
  const { canvasFields } = useTexts()
  const id = useId()
  const [tab, setTab] = useState<'variables' | 'preview'>('variables')
  const { variables, lastValue } = useVariables(node, input)
  const [seen, setSeen] = useState(asked)
  if (seen !== asked) {
    setSeen(asked)
    setTab('variables')
  }
  return (
    <aside className="expand-side">
      <Tabs
        id={id}
        label={canvasFields.besideText}
        value={tab}
        onChange={setTab}
        options={[
          { value: 'variables', label: canvasFields.variables },
          { value: 'preview', label: canvasFields.preview },
        ]}
      >
        {tab === 'variables' ? (
          <VariableList
            key={asked}
            autoFocus={asked > 0}
            variables={variables}
            lastValue={lastValue}
            onPick={({ name }) => onPick(name)}
          />
        ) : (
          <Suspense fallback={<p className="choice-note">…</p>}>
            <TextPreview text={fillTokens(text, lastValue)} />
          </Suspense>
        )}
      </Tabs>
    </aside>
  )
}
