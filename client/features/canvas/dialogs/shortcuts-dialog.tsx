import { Button, Switch, Typography } from '@mui/joy'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Dialog } from '#client/components/dialog.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import {
  chooseKey,
  judgeKey,
  type KeyChoice,
  type KeyIssue,
  keysOf,
  nameOf,
  type SingleKey,
  singleKeyNames,
  useKeyMap,
} from '../board/board.ts'

/** Fixed shortcuts: all have a modifier, so speech input and accidental keys cannot trigger them. */
const fixed = [
  ['Ctrl K', 'palette'],
  ['Ctrl F', 'find'],
  ['Ctrl Z', 'undo'],
  ['Ctrl ⇧ Z', 'redo'],
  ['Ctrl S', 'save'],
  ['Ctrl ↵', 'runAgain'],
  ['Ctrl C', 'copy'],
  ['Ctrl X', 'cut'],
  ['Ctrl V', 'paste'],
  ['Ctrl ⇧ V', 'pasteLinked'],
  ['Ctrl D', 'duplicate'],
  ['Ctrl A', 'selectAll'],
  ['⇧', 'selectMore'],
  ['⌫ Del', 'delete'],
  ['F2', 'rename'],
  ['↵', 'inspect'],
  ['⇧ F10', 'menu'],
  ['Ctrl G', 'group'],
  ['Ctrl ⇧ G', 'ungroup'],
  ['⇧ Alt T', 'tidy'],
  ['← ↑ → ↓', 'nudge'],
  ['⇧ ← ↑ → ↓', 'nudgeFar'],
  ['Alt ← ↑ → ↓', 'neighbour'],
  ['Space', 'pan'],
  ['Esc', 'release'],
] as const

/** All canvas shortcuts. Single keys can be reassigned or switched off (WCAG 2.1.4). */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { board, canvas, canvasAsides, canvasTools } = useTexts()
  const texts = canvasTools.keys
  const { choice, setChoice, reset } = useKeyMap()
  const [waiting, setWaiting] = useState<SingleKey>()
  const [message, setSaid] = useState('')
  const words = { ...canvas.keyActions, ...board.keyActions, ...texts, ...canvasAsides.keyActions }
  const isChanged = Object.keys(choice.keys).length > 0

  return (
    <Dialog
      title={canvas.shortcuts}
      size="m"
      onClose={onClose}
      onEscape={waiting ? () => setWaiting(undefined) : undefined}
      description={canvas.shortcutsText}
    >
      <div className="shortcuts-switch text-13 line-20">
        <Typography
          component="label"
          level="body-sm"
          startDecorator={
            <Switch
              checked={!choice.isOff}
              onChange={({ target }) => setChoice({ ...choice, isOff: !target.checked })}
            />
          }
        >
          {texts.single}
        </Typography>
        <small className="text-secondary">{texts.singleText}</small>
      </div>
      <dl className="shortcuts" data-off={choice.isOff || undefined}>
        {singleKeyNames.map((name) => (
          <KeyRow
            key={name}
            action={name}
            label={words[name]}
            choice={choice}
            isWaiting={waiting === name}
            nameOfAction={(other) => words[other]}
            onWait={(isWaiting) => setWaiting(isWaiting ? name : undefined)}
            onChoose={(next) => {
              setChoice(next)
              setWaiting(undefined)
              setSaid(texts.changed(words[name], nameOf(keysOf(next, name)[0] ?? '')))
            }}
          />
        ))}
      </dl>
      {isChanged && (
        <Button size="sm" variant="outlined" color="neutral" onClick={reset}>
          {texts.reset}
        </Button>
      )}
      <p className="visually-hidden" role="status">
        {message}
      </p>
      <h3 className="shortcuts-title text-13 line-20">{texts.others}</h3>
      <dl className="shortcuts">
        {fixed.map(([key, name]) => (
          <div key={name}>
            <dt>{words[name]}</dt>
            <dd className="row gap-4 one-line">
              {key.split(' ').map((each) => (
                <kbd className="outlined round-4 backdrop-level1" key={each}>
                  {each}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

type Props = {
  action: SingleKey
  label: string
  choice: KeyChoice
  isWaiting: boolean
  nameOfAction: (action: SingleKey) => string
  onWait: (isWaiting: boolean) => void
  onChoose: (choice: KeyChoice) => void
}

export function KeyRow({ action, label, choice, isWaiting, nameOfAction, onWait, onChoose }: Props) {
  const texts = useTexts().canvasTools.keys
  const [rejected, setRejected] = useState<{ issue: KeyIssue; key: string }>()
  const button = useRef<HTMLButtonElement>(null)
  const waited = useRef(false)

  useEffect(() => {
    // The removed field had the focus, so it returns to the button.
    if (waited.current && !isWaiting) {
      button.current?.focus()
    }
    waited.current = isWaiting
    setRejected(undefined)
  }, [isWaiting])

  function onKeyDown(event: KeyboardEvent) {
    const isModifier = ['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'Dead'].includes(event.key)
    if (isModifier || event.key === 'Tab' || event.key === 'Escape') {
      return
    }
    event.preventDefault()
    event.stopPropagation()
    const issue = judgeKey(choice, action, event)
    if (issue) {
      setRejected({ issue, key: nameOf(event.key) })
    } else {
      onChoose(chooseKey(choice, action, event.key.toLowerCase()))
    }
  }

  function describe({ issue, key }: { issue: KeyIssue; key: string }) {
    if (issue.name === 'taken') {
      return texts.taken(key, nameOfAction(issue.by))
    }
    return issue.name === 'reserved' ? texts.reserved(key.trim() || 'Space') : texts.notSingle
  }

  return (
    <div>
      <dt>{label}</dt>
      <dd className="row gap-4 one-line">
        {isWaiting ? (
          <span className="key-wait grid gap-2">
            <input
              className="surface inherits-color"
              readOnly
              // biome-ignore lint/a11y/noAutofocus: the next key press is the new shortcut
              autoFocus
              value=""
              placeholder={texts.pressKey}
              aria-label={`${label}: ${texts.pressKey} ${texts.cancel}`}
              onKeyDown={onKeyDown}
              onBlur={() => onWait(false)}
            />
            {rejected && (
              <small className="text-right" role="alert">
                {describe(rejected)}
              </small>
            )}
          </span>
        ) : (
          <>
            {keysOf(choice, action).map((key) => (
              <kbd className="outlined round-4 backdrop-level1" key={key}>
                {nameOf(key)}
              </kbd>
            ))}
            <button
              ref={button}
              type="button"
              className="key-change plain-button text-12 round-4 filled-on-hover min-height-24 pad-0-6 text-accent"
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
