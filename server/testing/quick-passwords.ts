import { strength } from '#server/features/auth/hash-strength.ts'

// Hundreds of tests sign users up, and full-strength hashing took a fifth of their time. Projects without this
// file use the product's own strength, including server-alone and end to end. Loaded before anything is hashed.
Object.assign(strength, { memory: 8, passes: 1 })
