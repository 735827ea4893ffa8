import { Button, Switch } from '@mui/joy'
import { useId } from 'react'
import { Dialog } from '#client/components/dialog.tsx'
import { SegmentedControl } from '#client/components/segmented-control.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { type Preferences, useKeyMap, usePreferences } from '../board/board.ts'
import './preferences-dialog.css'

const wheels = ['zoom', 'pan'] as const
const switches = ['snapping', 'magnet', 'grid', 'minimap'] as const

type Props = { onShortcuts: () => void; onClose: () => void }

export function PreferencesDialog({ onShortcuts, onClose }: Props) {
  const { common, canvasAsides, canvasHabits } = useTexts()
  const texts = canvasAsides.preferences
  const [preferences, save] = usePreferences()
  const { choice } = useKeyMap()
  const { wheel } = preferences

  return (
    <Dialog
      title={canvasHabits.preferences}
      description={texts.text}
      onClose={onClose}
      footer={<Button onClick={onClose}>{common.close}</Button>}
    >
      <section className="preference grid gap-6 text-14 line-20 items-left">
        <strong>{texts.wheel}</strong>
        <SegmentedControl
          label={texts.wheel}
          value={wheel}
          options={wheels.map((value) => ({ value, label: texts.wheels[value] }))}
          onChange={(value) => save({ ...preferences, wheel: value })}
        />
        <small className="text-13 line-18 text-secondary">{texts.wheelTexts[wheel]}</small>
      </section>
      {switches.map((name) => (
        <Choice
          key={name}
          {...texts.switches[name]}
          checked={preferences[name]}
          onChange={(checked) => save({ ...preferences, [name]: checked } satisfies Preferences)}
        />
      ))}
      <section className="preference grid gap-6 text-14 line-20 items-left" data-row>
        <strong>{texts.keys}</strong>
        <Button size="sm" variant="plain" onClick={onShortcuts}>
          {texts.openKeys}
        </Button>
        <small className="text-13 line-18 text-secondary">
          {choice.isOff ? texts.keysOff : texts.keysOn}
        </small>
      </section>
    </Dialog>
  )
}

type ChoiceProps = { name: string; text: string; checked: boolean; onChange: (checked: boolean) => void }

function Choice({ name, text, checked, onChange }: ChoiceProps) {
  const id = useId()
  return (
    <section className="preference grid gap-6 text-14 line-20 items-left" data-row>
      <label htmlFor={id}>{name}</label>
      <Switch
        slotProps={{ input: { id, 'aria-describedby': `${id}-text` } }}
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
      />
      <small className="text-13 line-18 text-secondary" id={`${id}-text`}>
        {text}
      </small>
    </section>
  )
}
