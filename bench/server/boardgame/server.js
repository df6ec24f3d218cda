// server.js - a server of boardgame.io with a small game for two: eight pieces each on an eight by
// eight board; a move takes one piece a step and rolls a die for every piece it meets.
//   node server.js PORT
const { Server, Origins } = require('boardgame.io/server')

const SIZE = 8

function setup() {
  const cells = Array(SIZE * SIZE).fill(null)
  for (let i = 0; i < SIZE; i++) {
    cells[i] = { side: '0', strength: 6 }
    cells[SIZE * SIZE - 1 - i] = { side: '1', strength: 6 }
  }
  return { cells, round: 0 }
}

function act({ G, playerID, random }, from, to) {
  const piece = G.cells[from]
  const dx = Math.abs((from % SIZE) - (to % SIZE))
  const dy = Math.abs(Math.floor(from / SIZE) - Math.floor(to / SIZE))
  if (!piece || piece.side !== playerID || dx > 1 || dy > 1 || dx + dy === 0) return 'INVALID_MOVE'
  const met = G.cells[to]
  if (met && met.side === playerID) return 'INVALID_MOVE'
  G.round += 1
  if (met) {
    met.strength = Math.max(1, met.strength - (random.D6() > 3 ? 1 : 0))
    return undefined
  }
  G.cells[to] = piece
  G.cells[from] = null
  return undefined
}

const game = { name: 'pieces', setup, moves: { act }, turn: { minMoves: 1, maxMoves: 1 } }
const server = Server({ games: [game], origins: [Origins.LOCALHOST] })
const port = Number(process.argv[2])
server.run({ port, lobbyConfig: { apiPort: port + 1 } }, () => console.log('listening'))
