package term

import "strings"

// A Ribbon draws the calls of a session as a strip of block characters. Each cell stands for one or more calls: its
// height says what they did, its color how the last test run before them ended: it is red only if the session has turned a test red.
type Ribbon struct{ calls []ribbonCall }

// A ribbonCall is one call, or several that share a cell.
type ribbonCall struct {
	does  byte // a letter of the track
	state byte // P, F or f, as the last run; 0 before the first
	mark  byte // ! if witness said something, ? if it withheld something
}

// RibbonLegend explains the signs of a ribbon.
const RibbonLegend = "▁ call  ▄ edit  █ tests pass  ▒ fail  × refused  ▲ witness spoke  △ withheld"

// ribbonSigns are the signs of what a call does, the most telling last.
const ribbonSigns = ".dePfF"

// NewRibbon reads the column track of queries.d/sessions.sql.
func NewRibbon(track string) Ribbon {
	var r Ribbon
	state := byte(0)
	for _, c := range []byte(track) {
		switch {
		case c == '!' || c == '?':
			if len(r.calls) == 0 {
				r.calls = append(r.calls, ribbonCall{does: '.'}) // before the first call
			}
			if last := &r.calls[len(r.calls)-1]; last.mark != '!' {
				last.mark = c
			}
		default:
			if c == 'P' || c == 'F' || c == 'f' {
				state = c
			}
			r.calls = append(r.calls, ribbonCall{does: c, state: state})
		}
	}
	return r
}

// Strip returns the ribbon with at most width cells, and fewer if there are fewer calls.
func (r Ribbon) Strip(width int, paint Palette) string {
	cells := min(width, len(r.calls))
	var b, same strings.Builder // same has the cells of one style
	of := Plain
	for i := range cells {
		cell := joined(r.calls[i*len(r.calls)/cells : (i+1)*len(r.calls)/cells])
		sign := map[byte]string{'.': "▁", 'e': "▄", 'd': "×", 'P': "█", 'F': "▒", 'f': "▒"}[cell.does]
		style := map[byte]Style{0: Dim, 'P': Green, 'F': Red, 'f': Dim}[cell.state]
		switch cell.mark {
		case '!':
			sign, style = "▲", Yellow
		case '?':
			sign = "△"
		}
		if style != of {
			b.WriteString(paint.Paint(of, same.String()))
			same.Reset()
			of = style
		}
		same.WriteString(sign)
	}
	return b.String() + paint.Paint(of, same.String())
}

// joined returns the cell of several calls: the most telling of what they do, and the state after them.
func joined(calls []ribbonCall) (cell ribbonCall) {
	cell.does = '.'
	for _, c := range calls {
		if strings.IndexByte(ribbonSigns, c.does) > strings.IndexByte(ribbonSigns, cell.does) {
			cell.does = c.does
		}
		cell.state = c.state
		if cell.mark != '!' && c.mark != 0 {
			cell.mark = c.mark
		}
	}
	return cell
}
