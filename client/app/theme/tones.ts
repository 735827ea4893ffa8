type Tone = {
  solid: string
  solidHover: string
  onSolid?: string
  text: string
  soft: string
  softHover: string
  onSoft: string
  border: string
  hover: string
}

export const variants = (t: Tone, disabled: { text: string; bg: string; border: string }) => ({
  solidBg: t.solid,
  solidHoverBg: t.solidHover,
  solidActiveBg: t.solidHover,
  solidColor: t.onSolid ?? '#FFFFFF',
  solidDisabledBg: disabled.bg,
  solidDisabledColor: disabled.text,
  softBg: t.soft,
  softHoverBg: t.softHover,
  softActiveBg: t.softHover,
  softColor: t.onSoft,
  softDisabledBg: disabled.bg,
  softDisabledColor: disabled.text,
  plainColor: t.text,
  plainHoverBg: t.hover,
  plainActiveBg: t.soft,
  plainDisabledColor: disabled.text,
  outlinedColor: t.text,
  outlinedBorder: t.border,
  outlinedHoverBg: t.hover,
  outlinedHoverBorder: t.border,
  outlinedActiveBg: t.soft,
  outlinedDisabledColor: disabled.text,
  outlinedDisabledBorder: disabled.border,
})

/** Joy reads a few steps of each ramp directly (links, channels); the tokens above define all others. */
const ramp = (steps: [string, string, string, string, string]) => ({
  50: steps[0],
  100: steps[0],
  200: steps[1],
  300: steps[1],
  400: steps[2],
  500: steps[3],
  600: steps[3],
  700: steps[4],
  800: steps[4],
  900: steps[4],
})
export const ramps = {
  primary: ramp(['#EAF0FB', '#A5C4F8', '#8DB1F5', '#214A98', '#1A3B7A']),
  success: ramp(['#E1F3EA', '#7ED6A7', '#5CC48C', '#187344', '#14603A']),
  warning: ramp(['#FBF0D9', '#EBBD6B', '#E3A94A', '#8A5800', '#7A4D00']),
  danger: ramp(['#FBE7E2', '#F59D8A', '#F07F68', '#BE3A22', '#9C2D19']),
}

export const lightOff = { text: '#827D70', bg: '#EDEBE3', border: '#DDD9CD' }
export const darkOff = { text: '#6F7A8A', bg: '#1E242D', border: '#2D3440' }
