import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTexts } from '#client/texts/texts.tsx'
import {
  chooseKey,
  judgeKey,
  type KeyChoice,
  type KeyFault,
  keysOf,
  nameOf,
  type SingleKey,
} from '../board/key-map.ts'

type Props = {
  action: SingleKey
  label: string
  choice: KeyChoice
  isWaiting: boolean
  nameOfAction: (action: SingleKey) => string
  onWait: (isWaiting: boolean) => void
  onChoose: (choice: KeyChoice) => void
}

/** One action and its key. *Change* waits for the next key; one that has another meaning is refused. */
export function KeyRow({ action, label, choice, isWaiting, nameOfAction, onWait, onChoose }: Props) {
  const texts = useTexts().canvasTools.keys
  const [refused, setRefused] = useState<{ fault: KeyFault; key: string }>()
  const button = useRef<HTMLButtonElement>(null)
  const waited = useRef(false)

  useEffect(() => {
    // From the field that has gone the focus comes back to where it was.
    if (waited.current && !isWaiting) {
      button.current?.focus()
    }
    waited.current = isWaiting
    setRefused(undefined)
  }, [isWaiting])

  function onKeyDown(event: KeyboardEvent) {
    const isModifier = ['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'Dead'].includes(event.key)
    if (isModifier || event.key === 'Tab' || event.key === 'Escape') {
      return
    }
    event.preventDefault()
    event.stopPropagation()
    const fault = judgeKey(choice, action, event)
    if (fault) {
      setRefused({ fault, key: nameOf(event.key) })
    } else {
      onChoose(chooseKey(choice, action, event.key.toLowerCase()))
    }
  }

  function say({ fault, key }: { fault: KeyFault; key: string }) {
    if (fault.name === 'taken') {
      return texts.taken(key, nameOfAction(fault.by))
    }
    return fault.name === 'reserved' ? texts.reserved(key.trim() || 'Space') : texts.notSingle
  }

  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {isWaiting ? (
          <span className="key-wait">
            <input
              readOnly
              // biome-ignore lint/a11y/noAutofocus: whoever has pressed Change wants to press a key
              autoFocus
              value=""
              placeholder={texts.pressKey}
              aria-label={`${label}: ${texts.pressKey} ${texts.cancel}`}
              onKeyDown={onKeyDown}
              onBlur={() => onWait(false)}
            />
            {refused && <small role="alert">{say(refused)}</small>}
          </span>
        ) : (
          <>
            {keysOf(choice, action).map((key) => (
              <kbd key={key}>{nameOf(key)}</kbd>
            ))}
            <button
              ref={button}
              type="button"
              className="key-change"
              aria-label={texts.change(label)}
              onClick={() => onWait(true)}
            >
              {texts.changeShort}
            </button>
          </>
        )}
      </dd>
    </div>
  )
}
