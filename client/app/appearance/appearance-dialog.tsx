import './appearance.css'
import { Button, Switch } from '@mui/joy'
import type { ReactNode } from 'react'
import { Dialog } from '#client/components/dialog.tsx'
import { SegmentedControl } from '#client/components/segmented-control.tsx'
import { useColorChoice } from '#client/components/use-color-mode.ts'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { densities, fontNames, radii, sizes, useCustomization, useHorizontal } from './use-appearance.ts'

const schemes = ['system', 'light', 'dark'] as const

export function AppearanceDialog({ onClose }: { onClose: () => void }) {
  const { shell, overlays, common } = useTexts()
  const { appearance } = overlays
  const [choice, setChoice] = useColorChoice()
  const [language, setLanguage] = useLanguage()
  const [isHorizontal, setHorizontal] = useHorizontal()
  const custom = useCustomization()

  function reset() {
    setChoice('system')
    setHorizontal(false)
    custom.setFontFamily('plex')
    custom.setBorderRadius(6)
    custom.setFontSize('default')
    custom.setDensity('roomy')
  }

  return (
    <Dialog
      title={appearance.title}
      description={appearance.text}
      size="m"
      onClose={onClose}
      footer={
        <>
          <Button variant="plain" color="neutral" onClick={reset}>
            {appearance.reset}
          </Button>
          <Button onClick={onClose}>{common.close}</Button>
        </>
      }
    >
      <div className="appearance grid gap-4">
        <Choice label={appearance.scheme}>
          <SegmentedControl
            label={appearance.scheme}
            value={choice}
            options={schemes.map((value) => ({ value, label: appearance.schemes[value] }))}
            onChange={setChoice}
          />
        </Choice>
        <Choice label={shell.language}>
          <SegmentedControl
            label={shell.language}
            value={language}
            options={(['en', 'tr'] as const).map((value) => ({ value, label: shell.languageNames[value] }))}
            onChange={setLanguage}
          />
        </Choice>
        <Choice label={appearance.font}>
          <SegmentedControl
            label={appearance.font}
            value={custom.fontFamily}
            options={fontNames.map((value) => ({ value, label: appearance.fonts[value] }))}
            onChange={custom.setFontFamily}
          />
        </Choice>
        <Choice label={appearance.size}>
          <SegmentedControl
            label={appearance.size}
            value={custom.fontSize}
            options={sizes.map((value) => ({ value, label: appearance.sizes[value] }))}
            onChange={custom.setFontSize}
          />
        </Choice>
        <Choice label={appearance.density}>
          <SegmentedControl
            label={appearance.density}
            value={custom.density}
            options={densities.map((value) => ({ value, label: appearance.densities[value] }))}
            onChange={custom.setDensity}
          />
        </Choice>
        <Choice label={appearance.corners}>
          <SegmentedControl
            label={appearance.corners}
            value={String(custom.borderRadius)}
            options={radii.map((value, place) => ({
              value: String(value),
              label: appearance.radii[place] ?? String(value),
            }))}
            onChange={(value) => custom.setBorderRadius(Number(value))}
          />
        </Choice>
        <div className="appearance-line appearance-switch row wraps spread text-14 line-20 text-primary">
          <span className="shrinks">
            <label htmlFor="horizontal-menu">{appearance.horizontal}</label>
            <small className="block text-12 line-16 text-tertiary" id="horizontal-menu-hint">
              {appearance.horizontalHint}
            </small>
          </span>
          <Switch
            checked={isHorizontal}
            onChange={({ target }) => setHorizontal(target.checked)}
            slotProps={{ input: { id: 'horizontal-menu', 'aria-describedby': 'horizontal-menu-hint' } }}
          />
        </div>
      </div>
    </Dialog>
  )
}

/** The control has its own accessible name, so the visible label is hidden from screen readers. */
function Choice({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="appearance-line row wraps spread text-14 line-20 text-primary">
      <span className="shrinks" aria-hidden="true">
        {label}
      </span>
      {children}
    </div>
  )
}
