import { Button, Checkbox, Input, Slider } from '@mui/joy'
import { useId, useState } from 'react'
import { SegmentedControl } from '#client/components/segmented-control.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { type ChatColors, colorPattern } from '#shared/appearance.ts'
import { colorPairs, darkColorsOf, defaultColors, FONT_SIZES } from '#shared/chat-look.ts'
import { contrastOf } from '#shared/contrast.ts'
import { fixContrast, LEAST_CONTRAST } from './fix-contrast.ts'
import type { AppearanceForm } from './use-appearance.ts'

/** Colors of title bar, visitor and button. The first one is the default. */
const presets = ['#2A5BB8', '#0C5C57', '#7A3E86', '#BE3A22', '#1B1F27', '#8A5800'] as const

type Props = { form: AppearanceForm; isDark: boolean; onDark: (isDark: boolean) => void }

export function ColorFields({ form, isDark, onDark }: Props) {
  const { shareChat: texts } = useTexts()
  const { value, edit } = form
  const isDerived = value.dark === null
  const colors = isDark ? darkColorsOf(value) : value.light
  const change = (changes: Partial<ChatColors>) => {
    const next = { ...colors, ...changes }
    edit(isDark ? { dark: next } : { light: next })
  }
  return (
    <div className="grid gap-12">
      <div className="row spread gap-8">
        <h3>{texts.colors}</h3>
        <SegmentedControl
          label={texts.colorsFor}
          value={isDark ? 'dark' : 'light'}
          options={(['light', 'dark'] as const).map((each) => ({ value: each, label: texts.schemes[each] }))}
          onChange={(scheme) => onDark(scheme === 'dark')}
        />
      </div>
      {isDark && (
        <Checkbox
          size="sm"
          label={texts.derived}
          checked={isDerived}
          onChange={({ target }) => edit({ dark: target.checked ? null : darkColorsOf(value) })}
        />
      )}
      <Presets colors={colors} onChoose={change} />
      <div className="look-colors">
        {colorPairs.map(([surface, text]) => (
          <fieldset key={surface} className="borderless flush unpadded" aria-label={texts.pairs[surface]}>
            <span className="text-13">{texts.pairs[surface]}</span>
            <ColorField
              label={texts.surfaceOf(texts.pairs[surface])}
              value={colors[surface]}
              onChange={(color) => change({ [surface]: color })}
            />
            <ColorField
              label={texts.textOf(texts.pairs[surface])}
              value={colors[text]}
              onChange={(color) => change({ [text]: color })}
            />
            <Contrast
              name={texts.pairs[surface]}
              surface={colors[surface]}
              text={colors[text]}
              onFix={(color) => change({ [text]: color })}
            />
          </fieldset>
        ))}
      </div>
      <FontSize form={form} />
    </div>
  )
}

function Presets({
  colors,
  onChoose,
}: {
  colors: ChatColors
  onChoose: (changes: Partial<ChatColors>) => void
}) {
  const { shareChat: texts } = useTexts()
  const white = defaultColors.titleText
  return (
    <fieldset className="look-presets row gap-8 borderless flush unpadded">
      <legend className="visually-hidden">{texts.presets}</legend>
      {presets.map((color, place) => (
        <button
          key={color}
          type="button"
          className="pressable borderless round-sm"
          style={{ background: color }}
          aria-label={texts.presetNames[place]}
          title={texts.presetNames[place]}
          aria-pressed={colors.titleBar === color && colors.visitor === color && colors.send === color}
          onClick={() =>
            onChoose({
              ...{ titleBar: color, visitor: color, send: color },
              ...{ titleText: white, visitorText: white, sendText: white },
            })
          }
        />
      ))}
    </fieldset>
  )
}

type ColorProps = { label: string; value: string; onChange: (color: string) => void }

/** A color to pick, or to type. What is typed counts once it is a color. */
function ColorField({ label, value, onChange }: ColorProps) {
  const [typed, setTyped] = useState<string>()
  const shown = typed ?? value.slice(1)
  return (
    <Input
      size="sm"
      className="look-color"
      value={shown}
      slotProps={{ input: { 'aria-label': label, maxLength: 7, spellCheck: false } }}
      startDecorator={
        <input
          type="color"
          tabIndex={-1}
          aria-hidden="true"
          value={value}
          onChange={({ target }) => onChange(target.value.toUpperCase())}
        />
      }
      onChange={({ target }) => {
        const color = `#${target.value.replace('#', '')}`.toUpperCase()
        setTyped(target.value)
        if (colorPattern.test(color)) {
          onChange(color)
        }
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}

type ContrastProps = { name: string; surface: string; text: string; onFix: (color: string) => void }

/** The contrast of a pair, and a way out where it is too low to be read. */
function Contrast({ name, surface, text, onFix }: ContrastProps) {
  const { shareChat: texts } = useTexts()
  const ratio = contrastOf(surface, text)
  const shown = (Math.floor(ratio * 10) / 10).toFixed(1)
  return ratio >= LEAST_CONTRAST ? (
    <span className="look-contrast" data-state="fine" title={texts.contrast(name, shown)}>
      <span className="visually-hidden">{texts.contrast(name, shown)}</span>
      <span aria-hidden="true">AA {shown}</span>
    </span>
  ) : (
    <Button
      size="sm"
      color="danger"
      variant="soft"
      className="look-contrast"
      aria-label={texts.fixContrast(name, shown)}
      onClick={() => onFix(fixContrast(surface, text))}
    >
      {shown} {texts.fix}
    </Button>
  )
}

function FontSize({ form: { value, edit } }: { form: AppearanceForm }) {
  const { shareChat: texts } = useTexts()
  const id = useId()
  return (
    <div className="look-size">
      <span id={id} className="text-13">
        {texts.fontSize}
      </span>
      <Slider
        size="sm"
        aria-labelledby={id}
        min={FONT_SIZES.min}
        max={FONT_SIZES.max}
        value={value.fontSize}
        onChange={(_, size) => edit({ fontSize: Number(size) })}
      />
      <output className="monospace text-12 tabular">{value.fontSize} px</output>
    </div>
  )
}
