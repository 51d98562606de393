/** A DISC style, each letter in its color. */
export function StyleLetters({ style }: { style: string }) {
  return (
    <span className="style-letters">
      {[...style].map((letter) => (
        <span key={letter} className={`disc-${letter.toLowerCase()}`}>
          {letter}
        </span>
      ))}
    </span>
  )
}
