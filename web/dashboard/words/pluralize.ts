/** “1 person”, “10,000 people”. */
export function pluralizePeople(count: number): string {
  return count === 1 ? '1 person' : `${count.toLocaleString('en-GB')} people`
}
