import type { Components, Theme } from '@mui/joy/styles'

export const controls: Components<Theme> = {
  JoyButton: {
    defaultProps: { size: 'md' },
    styleOverrides: {
      root: ({ ownerState }) => ({
        '--Button-gap': '8px',
        fontWeight: 500,
        transition: 'background-color 140ms cubic-bezier(.2,0,0,1)',
        ...(ownerState.size === 'sm' && { minHeight: 28, paddingInline: 10, fontSize: 13 }),
        ...(ownerState.size === 'md' && { minHeight: 36, paddingInline: 14, fontSize: 14 }),
        ...(ownerState.size === 'lg' && { minHeight: 44, paddingInline: 18, fontSize: 14 }),
        ...(ownerState.variant === 'outlined' &&
          ownerState.color === 'neutral' && {
            backgroundColor: 'var(--joy-palette-background-surface)',
            borderColor: 'var(--joy-palette-divider)',
            color: 'var(--joy-palette-text-primary)',
            '&:hover': { borderColor: 'var(--joy-palette-line-strong)' },
          }),
      }),
    },
  },
  JoyIconButton: {
    styleOverrides: {
      root: ({ ownerState }) => ({
        ...(ownerState.size === 'sm' && { '--IconButton-size': '28px' }),
        ...(ownerState.size === 'md' && { '--IconButton-size': '36px' }),
        ...(ownerState.size === 'lg' && { '--IconButton-size': '44px' }),
        ...(ownerState.variant === 'outlined' &&
          ownerState.color === 'neutral' && {
            backgroundColor: 'var(--joy-palette-background-surface)',
            borderColor: 'var(--joy-palette-divider)',
          }),
      }),
    },
  },
  JoyInput: {
    defaultProps: { variant: 'outlined' },
    styleOverrides: {
      root: ({ ownerState }) => ({
        '--Input-focusedThickness': '2px',
        '--Input-focusedHighlight': 'var(--joy-palette-focusVisible)',
        fontSize: 14,
        color: 'var(--joy-palette-text-primary)',
        backgroundColor: 'var(--joy-palette-background-surface)',
        boxShadow: 'none',
        ...(ownerState.color === 'danger' && { borderColor: 'var(--joy-palette-danger-plainColor)' }),
        ...(ownerState.size === 'sm' && { '--Input-minHeight': '28px', fontSize: 13 }),
      }),
    },
  },
  JoyTextarea: {
    defaultProps: { variant: 'outlined' },
    styleOverrides: {
      root: {
        '--Textarea-focusedThickness': '2px',
        '--Textarea-focusedHighlight': 'var(--joy-palette-focusVisible)',
        fontSize: 14,
        lineHeight: '20px',
        color: 'var(--joy-palette-text-primary)',
        backgroundColor: 'var(--joy-palette-background-surface)',
        boxShadow: 'none',
      },
    },
  },
  JoySelect: {
    defaultProps: { variant: 'outlined' },
    styleOverrides: {
      root: ({ ownerState }) => ({
        '--Select-focusedThickness': '2px',
        color: 'var(--joy-palette-text-primary)',
        fontWeight: 400,
        '--Select-focusedHighlight': 'var(--joy-palette-focusVisible)',
        fontSize: 14,
        backgroundColor: 'var(--joy-palette-background-surface)',
        boxShadow: 'none',
        ...(ownerState.color === 'danger' && { borderColor: 'var(--joy-palette-danger-plainColor)' }),
        ...(ownerState.size === 'sm' && { '--Select-minHeight': '28px', fontSize: 13 }),
        ...(ownerState.variant === 'plain' && {
          fontSize: 13,
          color: 'var(--joy-palette-text-secondary)',
          backgroundColor: 'transparent',
        }),
      }),
    },
  },
  JoyFormControl: {
    styleOverrides: {
      root: ({ ownerState }) => ({
        ...(ownerState.error && { '--FormHelperText-color': 'var(--joy-palette-danger-plainColor)' }),
      }),
    },
  },
  JoyFormLabel: { styleOverrides: { root: { fontSize: 13, lineHeight: '18px', fontWeight: 500 } } },
  JoyFormHelperText: { styleOverrides: { root: { fontSize: 12, lineHeight: '16px', marginBlockStart: 4 } } },
  JoySwitch: {
    styleOverrides: {
      root: ({ ownerState }) => ({
        // Joy draws the track of a switch that is off almost black.
        ...(!ownerState.checked && {
          '--Switch-trackBackground': 'var(--joy-palette-line-strong)',
          '&:hover': { '--Switch-trackBackground': 'var(--joy-palette-line-strong)' },
        }),
      }),
    },
  },
}
