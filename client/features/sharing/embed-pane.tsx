import { FormControl, FormLabel, Switch } from '@mui/joy'
import { useId, useState } from 'react'
import { CopyButton } from '#client/components/copy-button.tsx'
import { SegmentedControl } from '#client/components/segmented-control.tsx'
import { Tabs } from '#client/components/tabs.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { Access } from './access.tsx'
import { CodeView } from './code-view.tsx'
import {
  buildEmbed,
  type EmbedKind,
  type EmbedOptions,
  type EmbedVariant,
  embedKinds,
} from './snippets/embed.ts'
import { baseUrlOf, type SharedState } from './use-sharing.ts'

const languages = ['auto', 'en', 'tr'] as const
const sides = ['right', 'left'] as const

/** Code that shows the chat on a website; the controls beside it rewrite it. */
export function EmbedPane({ kind, state }: { kind: EmbedKind; state: SharedState }) {
  const { common, sharing, shareChat: texts } = useTexts()
  const id = useId()
  const { appearance } = state.sections
  const [chosen, setVariant] = useState<EmbedVariant>(embedKinds[kind][0])
  const [options, setOptions] = useState<EmbedOptions>({
    baseUrl: baseUrlOf(state.sharing),
    flowId: state.sharing.id,
    title: appearance.texts.en.title || state.sharing.name,
    ...{ language: undefined, side: 'right', opensAtOnce: false },
  })
  const variants: readonly EmbedVariant[] = embedKinds[kind]
  const variant = variants.includes(chosen) ? chosen : embedKinds[kind][0]
  const code = buildEmbed(kind, variant, options)
  const isPopup = variant === 'popup' || (kind === 'widget' && variant !== 'flowise')
  const takesLanguage = variant !== 'flowise' && variant !== 'iframe'
  return (
    <>
      <div className="share-controls stack scrolls gap-18 line-right">
        <p>{texts.about[kind]}</p>
        <Access state={state} />
        {takesLanguage && (
          <div className="grid gap-6">
            <h3>{texts.language}</h3>
            <SegmentedControl
              label={texts.language}
              value={options.language ?? 'auto'}
              options={languages.map((value) => ({ value, label: texts.languages[value] }))}
              onChange={(value) => setOptions({ ...options, language: value === 'auto' ? undefined : value })}
            />
          </div>
        )}
        {isPopup && (
          <>
            <div className="grid gap-6">
              <h3>{texts.side}</h3>
              <SegmentedControl
                label={texts.side}
                value={options.side}
                options={sides.map((value) => ({ value, label: texts.sides[value] }))}
                onChange={(side) => setOptions({ ...options, side })}
              />
            </div>
            <FormControl orientation="horizontal" className="share-switch">
              <Switch
                checked={options.opensAtOnce}
                onChange={({ target }) => setOptions({ ...options, opensAtOnce: target.checked })}
              />
              <FormLabel>
                {texts.opensAtOnce}
                <small className="text-12 text-secondary">{texts.opensAtOnceText}</small>
              </FormLabel>
            </FormControl>
          </>
        )}
      </div>
      <div className="share-code stack gap-12 shrinks scrolls backdrop-body">
        <Tabs
          id={id}
          label={texts.variant}
          value={variant}
          options={variants.map((value) => ({ value, label: texts.variants[value] }))}
          onChange={setVariant}
          action={<CopyButton label={common.copy} text={code} />}
        >
          <CodeView
            label={sharing.code(texts.variants[variant])}
            language={kind === 'react' ? 'jsx' : 'html'}
            code={code}
          />
        </Tabs>
        <p>{texts.notes[variant]}</p>
      </div>
    </>
  )
}
