export const canvas = {}
