import { Box, DialogContent, IconButton, Modal, ModalDialog, Stack, Typography } from '@mui/joy'
import { X } from 'lucide-react'
import { type FormEvent, type ReactNode, useId } from 'react'
import { useTexts } from '#client/texts/texts.tsx'

const widths = { s: 440, m: 640, l: 960, xl: 1200 }

/** Caps a width so that 16 px stay free on each side. */
const upTo = (px: number) => `min(${px}px, calc(100vw - 32px))`
/** Product spec: the three widths of the profile dialog. */
const wideWidths = { xs: '100%', sm: upTo(1_000), lg: upTo(1_200), xl: upTo(1_400) }

type Props = {
  title: string
  description?: ReactNode
  glyph?: ReactNode
  actions?: ReactNode
  size?: keyof typeof widths | 'wide'
  onClose: () => void
  /** Overrides Esc where it does not close the dialog. */
  onEscape?: (() => void) | undefined
  flush?: boolean
  children?: ReactNode
  footer?: ReactNode
  /** Makes the dialog a form; Ctrl or Cmd + Enter submits it. */
  form?: { onSubmit: (event: FormEvent<HTMLFormElement>) => void; noValidate?: boolean }
  /** Set while a request is pending that cannot be cancelled. */
  locked?: boolean
  role?: 'dialog' | 'alertdialog'
}

/** Title, scrolling body and fixed footer. Full screen on a phone. Focus returns to the element that opened it. */
export function Dialog({
  title,
  description,
  glyph,
  actions,
  size = 's',
  onClose,
  onEscape = onClose,
  flush = false,
  children,
  footer,
  form,
  locked,
  role,
}: Props) {
  const { common } = useTexts()
  const id = useId()
  const describedBy = description ? { 'aria-describedby': `${id}-text` } : {}

  return (
    <Modal
      open
      onClose={(_, reason) =>
        !(locked || isOfList(reason)) && (reason === 'escapeKeyDown' ? onEscape() : onClose())
      }
    >
      <ModalDialog
        role={role ?? 'dialog'}
        aria-labelledby={`${id}-title`}
        {...describedBy}
        sx={{
          width: size === 'wide' ? wideWidths : { xs: '100%', sm: upTo(widths[size]) },
          maxHeight: { xs: '100dvh', sm: 'calc(100dvh - 48px)' },
          ...(size !== 's' && {
            // Joy keeps a margin around dialogs, which a full screen dialog on a phone must not have.
            maxWidth: { xs: '100vw', sm: 'none' },
            borderRadius: { xs: 0, sm: 'lg' },
            height: { xs: '100dvh', sm: 'auto' },
          }),
        }}
      >
        <Box
          component={form ? 'form' : 'div'}
          {...form}
          onKeyDown={submitOnCtrlEnter}
          sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1 }}
        >
          <Stack
            direction="row"
            sx={{ px: 6, pt: 5, pb: 2, gap: 2, alignItems: 'flex-start', justifyContent: 'space-between' }}
          >
            <Box sx={{ minWidth: 0 }}>
              <Typography id={`${id}-title`} component="h2" level="h3" sx={{ overflowWrap: 'anywhere' }}>
                {glyph}
                {title}
              </Typography>
              {description && (
                <Typography id={`${id}-text`} component="div" level="body-sm" sx={{ mt: 1 }}>
                  {description}
                </Typography>
              )}
            </Box>
            <Stack direction="row" sx={{ flexShrink: 0, gap: 1, alignItems: 'center' }}>
              {actions}
              <IconButton
                size="sm"
                variant="plain"
                aria-label={common.close}
                disabled={Boolean(locked)}
                onClick={onClose}
                sx={{ mr: -2 }}
              >
                <X size={16} />
              </IconButton>
            </Stack>
          </Stack>
          <DialogContent
            sx={{
              ...(!flush && { px: 6, pt: 2, pb: 5 }),
              overflow: 'auto',
              // Panels with their own background reach the edge, and a phone has no width to spare.
              ...(!flush && { scrollbarGutter: { sm: 'stable' } }),
            }}
          >
            {children}
          </DialogContent>
          {footer && (
            <Stack
              direction="row"
              sx={{
                px: 6,
                py: 3,
                gap: 2,
                flexWrap: 'wrap',
                justifyContent: 'flex-end',
                borderTop: '1px solid',
                borderColor: 'divider',
              }}
            >
              {footer}
            </Stack>
          )}
        </Box>
      </ModalDialog>
    </Modal>
  )
}

/** Esc in an open listbox closes only that listbox. */
function isOfList(reason: string) {
  return (
    reason === 'escapeKeyDown' &&
    document.querySelector('[role$="dialog"] [role="combobox"][aria-expanded="true"]') !== null
  )
}

function submitOnCtrlEnter(event: React.KeyboardEvent<HTMLElement>) {
  if (
    event.key === 'Enter' &&
    (event.ctrlKey || event.metaKey) &&
    event.currentTarget instanceof HTMLFormElement
  ) {
    event.preventDefault()
    event.currentTarget.requestSubmit()
  }
}
