import { strength } from '#server/features/auth/hash-strength.ts'

// Hundreds of tests sign people up, and at full strength that took a fifth of their time. The projects without this file keep
// the product's own: server-alone tests it, and end to end it is met as users meet it. Loaded before anything is hashed.
Object.assign(strength, { memory: 8, passes: 1 })
