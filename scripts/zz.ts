export const a: number = 'x'
