// client.js - the load of bench/server/client.c for server.js:
//   node client.js PORT GAMES WINDOW SECONDS
// GAMES matches are made and stay in the server's memory; WINDOW of them are played at the same
// time, with both players connected by WebSocket; the next move is made when the last one's update
// has come.  Prints one JSON object.
const { io } = require('socket.io-client')

const [port, games, window, seconds] = process.argv.slice(2).map(Number)
const SIZE = 8
const WARM_MS = 1000
const address = `http://127.0.0.1:${port}/pieces`
const options = { transports: ['websocket'], forceNew: true, reconnection: false }

const latencies = []
let measuring = false
let moves = 0

/** Some legal move of the side, at random. */
function choose(cells, side) {
  const own = []
  cells.forEach((cell, at) => cell && cell.side === side && own.push(at))
  for (;;) {
    const from = own[Math.floor(Math.random() * own.length)]
    const x = (from % SIZE) + Math.floor(Math.random() * 3) - 1
    const y = Math.floor(from / SIZE) + Math.floor(Math.random() * 3) - 1
    if (x < 0 || y < 0 || x >= SIZE || y >= SIZE || y * SIZE + x === from) continue
    const met = cells[y * SIZE + x]
    if (!met || met.side !== side) return [from, y * SIZE + x]
  }
}

function connect() {
  return new Promise((resolve, reject) => {
    const socket = io(address, options)
    socket.on('connect', () => resolve(socket))
    socket.on('connect_error', reject)
  })
}

function sync(socket, match, player) {
  return new Promise(resolve => {
    socket.once('sync', (id, info) => resolve(info.state))
    socket.emit('sync', match, player, undefined, 2)
  })
}

async function play(match) {
  const sockets = [await connect(), await connect()]
  const state = await sync(sockets[0], match, '0')
  await sync(sockets[1], match, '1')
  let sentAt = 0
  const move = now => {
    const player = now.ctx.currentPlayer
    const args = choose(now.G.cells, player)
    const action = { type: 'MAKE_MOVE', payload: { type: 'act', args, playerID: player } }
    sentAt = performance.now()
    sockets[Number(player)].emit('update', action, now._stateID, match, player)
  }
  sockets.forEach((socket, side) => socket.on('update', (id, now) => {
    if (now.ctx.currentPlayer === String(side)) return // who moved has his answer
    moves++
    if (measuring) latencies.push(performance.now() - sentAt)
    move(now)
  }))
  return () => move(state)
}

async function main() {
  const begun = performance.now()
  const maker = await connect()
  for (let i = window; i < games; i++) await sync(maker, `match${i}`, '0')
  maker.close()
  const starts = []
  for (let i = 0; i < Math.min(window, games); i++) starts.push(await play(`match${i}`))
  const open = performance.now()
  starts.forEach(start => start())
  await new Promise(resolve => setTimeout(resolve, WARM_MS))
  measuring = true
  const before = moves
  const first = performance.now()
  await new Promise(resolve => setTimeout(resolve, seconds * 1000))
  const took = (performance.now() - first) / 1000
  latencies.sort((a, b) => a - b)
  const at = part => Number((latencies[Math.floor(part * (latencies.length - 1))] ?? 0).toFixed(2))
  console.log(JSON.stringify({
    server: 'boardgame.io',
    game: 'pieces',
    games,
    window,
    opening_s: Number(((open - begun) / 1000).toFixed(2)),
    actions: moves - before,
    seconds: Number(took.toFixed(2)),
    actions_per_second: Math.round((moves - before) / took),
    p50_ms: at(0.5),
    p90_ms: at(0.9),
    p99_ms: at(0.99),
    max_ms: at(1),
  }))
  process.exit(0)
}

main().catch(error => {
  console.error(error)
  process.exit(1)
})
