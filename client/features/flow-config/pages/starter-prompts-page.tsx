import { useTexts } from '#client/texts/texts.tsx'
import { STARTERS } from '#shared/flow-sections.ts'
import { Answered, Chips, Example } from '../example.tsx'
import type { PageProps } from '../page-props.ts'
import { RowList } from './row-list.tsx'

export function StarterPromptsPage({ value, onChange, issueOf }: PageProps<'starterPrompts'>) {
  const { starterPrompts: texts } = useTexts().flowConfig
  const { prompts } = value
  const nonEmpty = [...new Set(prompts.map((prompt) => prompt.trim()).filter(Boolean))]
  return (
    <>
      <RowList
        label={texts.list}
        aside={texts.count(prompts.length, STARTERS.max)}
        rows={prompts}
        onRows={(rows) => onChange({ prompts: rows })}
        name="prompts"
        issueOf={issueOf}
        words={{ row: texts.prompt, add: texts.add, remove: texts.remove, up: texts.up, down: texts.down }}
        max={STARTERS.max}
        placeholder={texts.hint}
      />
      {prompts.length === 0 && <p className="setting-help text-12 text-secondary">{texts.empty}</p>}
      <Example>
        <Answered>{texts.greeting}</Answered>
        <Chips texts={nonEmpty.length > 0 ? nonEmpty : [texts.hint]} />
      </Example>
    </>
  )
}
