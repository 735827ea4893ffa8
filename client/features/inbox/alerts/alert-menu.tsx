import { Checkbox, Dropdown, IconButton, Menu, MenuButton } from '@mui/joy'
import { BellOff, BellRing } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '#client/texts/texts.tsx'
import { playTone } from './play-tone.ts'
import { canNotify, useAlertSettings } from './use-alerts.ts'

export function AlertMenu() {
  const { inbox } = useTexts()
  const { alerts } = inbox
  const { hasSound, setSound, hasNotices, setNotices } = useAlertSettings()
  const [isDenied, setDenied] = useState(false)

  async function changeNotices(isOn: boolean) {
    const permission = isOn && canNotify() ? await Notification.requestPermission() : 'default'
    setNotices(isOn && permission === 'granted')
    setDenied(isOn && permission !== 'granted')
  }
  function changeSound(isOn: boolean) {
    setSound(isOn)
    if (isOn) {
      playTone()
    }
  }

  return (
    <Dropdown>
      <MenuButton
        slots={{ root: IconButton }}
        slotProps={{ root: { variant: 'plain', color: 'neutral', title: alerts.open } }}
        aria-label={alerts.open}
      >
        {hasSound || hasNotices ? <BellRing size={17} /> : <BellOff size={17} />}
      </MenuButton>
      <Menu placement="bottom-end" sx={{ width: 280, zIndex: 1400, p: 3, gap: 2 }}>
        <Checkbox
          size="sm"
          label={alerts.sound}
          checked={hasSound}
          onChange={({ target }) => changeSound(target.checked)}
        />
        <Checkbox
          size="sm"
          label={alerts.notices}
          checked={hasNotices}
          onChange={({ target }) => void changeNotices(target.checked)}
        />
        <p className="text-12 line-16 text-secondary">{isDenied ? alerts.denied : alerts.hint}</p>
      </Menu>
    </Dropdown>
  )
}
