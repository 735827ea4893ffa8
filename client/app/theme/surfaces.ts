import type { Components, Theme } from '@mui/joy/styles'
import { mono, sans } from './fonts.ts'

const floating = {
  borderColor: 'var(--joy-palette-divider)',
  boxShadow: 'var(--joy-shadow-md)',
  fontSize: 14,
}

export const surfaces: Components<Theme> = {
  JoyCard: {
    defaultProps: { variant: 'outlined' },
    styleOverrides: {
      root: {
        '--Card-radius': 'var(--joy-radius-md)',
        backgroundColor: 'var(--joy-palette-background-surface)',
        borderColor: 'var(--joy-palette-divider)',
        boxShadow: 'none',
      },
    },
  },
  JoyMenu: { styleOverrides: { root: floating } },
  JoyAutocompleteListbox: { styleOverrides: { root: floating } },
  JoySheet: {
    styleOverrides: {
      root: ({ ownerState }) => ({
        ...(ownerState.variant === 'outlined' && { borderColor: 'var(--joy-palette-divider)' }),
      }),
    },
  },
  JoyChip: {
    styleOverrides: {
      root: ({ ownerState }) => ({
        '--Chip-radius': 'var(--joy-radius-xl)',
        fontWeight: 500,
        ...(ownerState.size === 'sm' && {
          '--Chip-minHeight': '20px',
          '--Chip-paddingInline': '8px',
          fontSize: 12,
        }),
        ...(ownerState.size === 'md' && {
          '--Chip-minHeight': '28px',
          '--Chip-paddingInline': '10px',
          fontSize: 13,
        }),
        ...(ownerState.variant === 'outlined' &&
          ownerState.color === 'neutral' && { borderColor: 'var(--joy-palette-divider)' }),
      }),
    },
  },
  JoyTable: {
    defaultProps: { borderAxis: 'xBetween', hoverRow: true, stickyHeader: true },
    styleOverrides: {
      root: {
        '--TableCell-height': '44px',
        '--TableCell-headHeight': '36px',
        '--Table-headerUnderlineThickness': '1px',
        '--TableCell-paddingX': '12px',
        '--TableCell-borderColor': 'var(--joy-palette-line-soft)',
        '--TableRow-hoverBackground': 'var(--joy-palette-neutral-plainHoverBg)',
        fontSize: 13,
        '& tbody td': { color: 'var(--joy-palette-text-primary)' },
        '&& thead th': {
          height: 36,
          paddingBlock: 0,
          verticalAlign: 'middle',
          fontSize: 12,
          fontWeight: 500,
          color: 'var(--joy-palette-text-tertiary)',
          backgroundColor: 'var(--Table-headBg, var(--joy-palette-background-surface))',
          borderBottom: '1px solid var(--joy-palette-divider)',
        },
        '& .num': { textAlign: 'right', fontFamily: mono, fontVariantNumeric: 'tabular-nums' },
        '& thead .num': { fontFamily: sans },
      },
    },
  },
  JoyTabs: { styleOverrides: { root: { backgroundColor: 'transparent' } } },
  JoyTab: { styleOverrides: { root: { fontSize: 14, fontWeight: 500, minHeight: 40 } } },
  JoyTooltip: { defaultProps: { enterDelay: 400, variant: 'solid', arrow: false } },
  JoyModal: {
    styleOverrides: {
      backdrop: { backdropFilter: 'none', backgroundColor: 'var(--joy-palette-background-backdrop)' },
    },
  },
  JoyDrawer: {
    styleOverrides: {
      backdrop: { backdropFilter: 'none', backgroundColor: 'var(--joy-palette-background-backdrop)' },
    },
  },
  JoyModalDialog: {
    styleOverrides: {
      root: {
        '--ModalDialog-radius': 'var(--joy-radius-lg)',
        '--Table-headBg': 'var(--joy-palette-background-popup)',
        padding: 0,
        gap: 0,
        backgroundColor: 'var(--joy-palette-background-popup)',
        borderColor: 'var(--joy-palette-divider)',
        boxShadow: 'var(--joy-shadow-xl)',
      },
    },
  },
  JoyDivider: { styleOverrides: { root: { '--Divider-lineColor': 'var(--joy-palette-divider)' } } },
}
