import { Button, Checkbox, FormLabel, Stack, Typography } from '@mui/joy'
import { useState } from 'react'
import { logWarning } from '#client/api/log.ts'
import { Dialog } from '#client/components/dialog.tsx'
import { FormBanner } from '#client/components/form-banner.tsx'
import { SegmentedControl } from '#client/components/segmented-control.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import { frameOf, isDrawable, type PictureOptions, shownIn, usePicture } from './use-picture.ts'

const scales = ['1', '2', '4'] as const

export function PictureDialog({ onClose }: { onClose: () => void }) {
  const { canvasImport } = useTexts()
  const texts = canvasImport.picture
  const store = useCanvasStore()
  const toasts = useToasts()
  const take = usePicture()
  const nodes = useCanvas((state) => state.flowNodes)
  const [selected] = useState(() => store.getState().selectedNodes)
  const [part, setPart] = useState<'all' | 'selection'>(selected.length > 1 ? 'selection' : 'all')
  const [format, setFormat] = useState<PictureOptions['format']>('png')
  const [scale, setScale] = useState<(typeof scales)[number]>('2')
  const [theme, setTheme] = useState<PictureOptions['theme']>(currentTheme)
  const [transparent, setTransparent] = useState(false)
  const [notes, setNotes] = useState(true)
  const [busy, setBusy] = useState<'save' | 'copy'>()
  const [failed, setFailed] = useState(false)
  const only = part === 'selection' ? selected : undefined
  const request: PictureOptions = {
    format,
    scale: Number(scale) as PictureOptions['scale'],
    theme,
    transparent,
    notes,
    only,
  }
  const shown = shownIn(nodes, request)
  const frame = frameOf(shown)
  const drawable = shown.length > 0 && isDrawable(frame, request)
  const size = format === 'svg' ? 1 : request.scale

  async function run(way: 'save' | 'copy') {
    setBusy(way)
    setFailed(false)
    try {
      if (way === 'copy') {
        // Passes a promise to the clipboard, since Safari allows the write only directly after a user action.
        await navigator.clipboard.write([
          new ClipboardItem({ 'image/png': take({ ...request, format: 'png' }) }),
        ])
        toasts.success(texts.copied)
      } else {
        saveFile(`${store.getState().graph.name || 'flow'}.${format}`, await take(request))
      }
      onClose()
    } catch (error) {
      logWarning('A picture of the canvas could not be made.', error)
      setFailed(true)
      setBusy(undefined)
    }
  }

  return (
    <Dialog
      title={texts.title}
      onClose={onClose}
      locked={busy !== undefined}
      footer={
        <>
          <Button
            variant="outlined"
            color="neutral"
            loading={busy === 'copy'}
            disabled={!isDrawable(frame, { ...request, format: 'png' }) || shown.length === 0}
            onClick={() => void run('copy')}
          >
            {texts.copy}
          </Button>
          <Button loading={busy === 'save'} disabled={!drawable} onClick={() => void run('save')}>
            {texts.save}
          </Button>
        </>
      }
    >
      {failed && <FormBanner>{texts.failed}</FormBanner>}
      <Stack spacing={2}>
        {selected.length > 0 && (
          <Row label={texts.what}>
            <SegmentedControl
              label={texts.what}
              value={part}
              onChange={setPart}
              options={[
                { value: 'all', label: texts.all },
                { value: 'selection', label: texts.selection(selected.length) },
              ]}
            />
          </Row>
        )}
        <Row label={texts.format}>
          <SegmentedControl
            label={texts.format}
            value={format}
            onChange={setFormat}
            options={[
              { value: 'png', label: texts.png },
              { value: 'svg', label: texts.svg },
            ]}
          />
        </Row>
        {format === 'png' && (
          <Row label={texts.size}>
            <SegmentedControl
              label={texts.size}
              value={scale}
              onChange={setScale}
              options={scales.map((value) => ({ value, label: `${value}×` }))}
            />
          </Row>
        )}
        <Row label={texts.theme}>
          <SegmentedControl
            label={texts.theme}
            value={theme}
            onChange={setTheme}
            options={[
              { value: 'light', label: texts.light },
              { value: 'dark', label: texts.dark },
            ]}
          />
        </Row>
        <Checkbox
          label={texts.background}
          checked={transparent}
          onChange={({ target }) => setTransparent(target.checked)}
        />
        <Checkbox label={texts.notes} checked={notes} onChange={({ target }) => setNotes(target.checked)} />
        <Typography level="body-sm" color={drawable ? 'neutral' : 'warning'} role="status">
          {drawable
            ? texts.measures(frame.width * size, frame.height * size)
            : shown.length === 0
              ? texts.nothing
              : texts.tooLarge}
        </Typography>
      </Stack>
    </Dialog>
  )
}

function Row({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <Stack
      direction="row"
      spacing={2}
      alignItems="center"
      justifyContent="space-between"
      flexWrap="wrap"
      useFlexGap
    >
      <FormLabel component="span">{label}</FormLabel>
      {children}
    </Stack>
  )
}

function currentTheme(): PictureOptions['theme'] {
  return document.documentElement.getAttribute('data-joy-color-scheme') === 'dark' ? 'dark' : 'light'
}

function saveFile(name: string, blob: Blob) {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name.replaceAll(/[\\/:*?"<>|]/g, '-')
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
