/**
 * Single-stroke letters, so that a mark looks the same on every machine: an SVG used as a mask cannot load a font.
 * Capitals span 0 to 10, small letters 3.6 to 10.
 */
type Letter = { width: number; path: string }

const roundOf = 'M5 6.8c0 1.9-1 3.2-2.5 3.2S0 8.7 0 6.8s1-3.2 2.5-3.2S5 4.9 5 6.8'
const ring = 'M3.2 0C1.4 0 0 2.2 0 5s1.4 5 3.2 5 3.2-2.2 3.2-5-1.4-5-3.2-5z'
const arch = 'M0 6.3c0-1.6 1-2.7 2.4-2.7S4.6 4.5 4.6 6v4'
const bowl = 'h3.2a2.8 2.8 0 0 1 0 5.6H0'

export const characters: Readonly<Record<string, Letter>> = {
  A: { width: 6, path: 'M0 10 3 0l3 10M1 7h4' },
  B: { width: 5.6, path: 'M0 0v10h3a2.6 2.6 0 0 0 .2-5.2H0M3 4.8A2.4 2.4 0 0 0 3 0H0' },
  C: { width: 6, path: 'M6 2C5.4.7 4.4 0 3.3 0 1.4 0 0 2.2 0 5s1.4 5 3.3 5c1.1 0 2.1-.7 2.7-2' },
  D: { width: 6, path: 'M0 0v10h2.4C4.7 10 6 7.9 6 5S4.7 0 2.4 0z' },
  E: { width: 5.4, path: 'M5.4 0H0v10h5.4M0 4.8h4.6' },
  F: { width: 5.4, path: 'M5.4 0H0v10M0 5h4.5' },
  G: {
    width: 6,
    path: 'M6 2C5.4.7 4.4 0 3.3 0 1.4 0 0 2.2 0 5s1.4 5 3.3 5C5 10 6 8.7 6 6.5v-.9H3.4',
  },
  H: { width: 6, path: 'M0 0v10M6 0v10M0 5h6' },
  J: { width: 5, path: 'M5 0v7.2C5 9 4 10 2.5 10S0 9 0 7.2' },
  L: { width: 5.2, path: 'M0 0v10h5.2' },
  M: { width: 7, path: 'M0 10V0l3.5 6L7 0v10' },
  N: { width: 6, path: 'M0 10V0l6 10V0' },
  O: { width: 6.4, path: ring },
  P: { width: 6, path: `M0 10V0${bowl}` },
  Q: { width: 6.4, path: `${ring}M4 7.4l2.6 3.2` },
  R: { width: 6, path: `M0 10V0${bowl}M3 5.6 6 10` },
  S: {
    width: 6,
    path: 'M5.6 1.8C5.1.7 4.1 0 2.9 0 1.4 0 .3 1 .3 2.5 .3 5.7 6 4.1 6 7.4 6 9 4.7 10 3 10 1.6 10 .5 9.3 0 8',
  },
  T: { width: 6, path: 'M0 0h6M3 0v10' },
  U: { width: 6, path: 'M0 0v6.6C0 8.8 1.2 10 3 10s3-1.2 3-3.4V0' },
  V: { width: 6, path: 'M0 0l3 10L6 0' },
  W: { width: 8, path: 'M0 0l1.8 10L4 2.5 6.2 10 8 0' },
  X: { width: 6, path: 'M0 0l6 10M6 0 0 10' },
  Z: { width: 6, path: 'M0 0h6L0 10h6' },
  '0': { width: 5.6, path: 'M2.8 0C1.2 0 0 2.2 0 5s1.2 5 2.8 5 2.8-2.2 2.8-5S4.4 0 2.8 0z' },
  '3': {
    width: 5.6,
    path: 'M.2 1.2C.8.4 1.7 0 2.8 0c1.6 0 2.6 1 2.6 2.4S4.3 4.7 2.6 4.7c1.9 0 3 1 3 2.6S4.5 10 2.8 10C1.6 10 .6 9.5 0 8.6',
  },
  a: { width: 5, path: `M5 3.6V10${roundOf}` },
  b: { width: 5, path: `M0 0v10${roundOf}` },
  c: {
    width: 4.7,
    path: 'M4.7 4.9C4.3 4.1 3.5 3.6 2.6 3.6 1.1 3.6 0 4.9 0 6.8S1.1 10 2.6 10c.9 0 1.7-.5 2.1-1.3',
  },
  d: { width: 5, path: `M5 0v10${roundOf}` },
  e: { width: 5, path: 'M0 6.6h5C5 4.8 4 3.6 2.6 3.6 1.1 3.6 0 4.9 0 6.8S1.1 10 2.7 10c.9 0 1.6-.3 2.1-1' },
  f: { width: 3.4, path: 'M3.4.1C2 -.1 1.2.6 1.2 1.9V10M0 3.8h3.2' },
  g: { width: 5, path: `M5 3.6v7c0 1.6-1 2.4-2.5 2.4-.8 0-1.5-.2-2-.6${roundOf}` },
  h: { width: 4.6, path: `M0 0v10${arch}` },
  i: { width: 0.4, path: 'M.2 3.6V10M.2.7v.2' },
  l: { width: 1.4, path: 'M0 0v8.4C0 9.5.4 10 1.4 10' },
  m: {
    width: 7,
    path: 'M0 3.6V10M0 6c0-1.5.7-2.4 1.8-2.4S3.5 4.4 3.5 5.8V10M3.5 6c0-1.5.7-2.4 1.8-2.4S7 4.4 7 5.8V10',
  },
  n: { width: 4.6, path: `M0 3.6V10${arch}` },
  o: { width: 5, path: `${roundOf}z` },
  p: { width: 5, path: `M0 3.6V13${roundOf}` },
  q: { width: 5, path: `M5 3.6V13${roundOf}` },
  r: { width: 3.2, path: 'M0 3.6V10M0 6.4c.2-1.8 1.3-2.9 3.2-2.7' },
  s: {
    width: 4.5,
    path: 'M4.2 4.7C3.8 4 3.1 3.6 2.3 3.6 1.1 3.6.3 4.2.3 5.2c0 2.3 4.2 1 4.2 3.1C4.5 9.3 3.6 10 2.3 10 1.3 10 .4 9.6 0 8.7',
  },
  t: { width: 3.6, path: 'M1.2 1.2v7c0 1.2.6 1.8 1.6 1.8h.8M0 3.7h3.5' },
  u: { width: 4.6, path: 'M0 3.6v4c0 1.5.8 2.4 2.2 2.4s2.4-1.1 2.4-2.7M4.6 3.6V10' },
  v: { width: 4.8, path: 'M0 3.6 2.4 10l2.4-6.4' },
  w: { width: 6.8, path: 'M0 3.6 1.6 10l1.8-5 1.8 5 1.6-6.4' },
  x: { width: 4.6, path: 'M0 3.6 4.6 10M4.6 3.6 0 10' },
  y: { width: 4.8, path: 'M0 3.6 2.4 10M4.8 3.6 1.8 12c-.3.7-.8 1-1.4 1' },
  z: { width: 4.4, path: 'M0 3.6h4.4L0 10h4.4' },
}
