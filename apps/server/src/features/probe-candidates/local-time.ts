/** `YYYY-MM-DD HH:MM:SS` in the time zone of this process, as its operator has set it (`TZ`). */
export function localTimeOf(moment: Date): string {
  const two = (number: number) => String(number).padStart(2, '0')
  const day = [String(moment.getFullYear()).padStart(4, '0'), two(moment.getMonth() + 1), two(moment.getDate())]
  return `${day.join('-')} ${[moment.getHours(), moment.getMinutes(), moment.getSeconds()].map(two).join(':')}`
}
