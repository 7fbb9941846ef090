"""The result as a PNG to share: winners, ranking and graph. Drawn by the server, so that everyone
shares the same. Only for finished games.
"""

from __future__ import annotations

import io
from dataclasses import dataclass

from PIL import Image, ImageDraw

from companion.referee.result_panels import GRAPH_LINE_COUNT, Graph
from companion.referee.ruling import Standing
from companion.referee.text import Text, joined_texts, untranslated
from companion.review import GameReview
from companion.tables import Table
from companion.web.export import pencil
from companion.web.export.pencil import (
    CARD,
    INK,
    INK_2,
    INK_3,
    LINE,
    NIGHT,
    SEAT_COLOURS,
    SUPERSAMPLING_FACTOR,
)
from companion.web.language.sentences import SYMBOL_NAMES, current_seat_look, date_text, say
from companion.yielding import let_others, yielding

IMAGE_WIDTH, EDGE_WIDTH = 1080, 64

ROW_HEIGHT, GRAPH_HEIGHT = 92, 400
#: Boards stand two in a row: each one's width and largest height, its head, the gap between them.
BOARD_WIDTH, MAX_BOARD_HEIGHT, BOARD_HEAD_HEIGHT, BOARD_GAP = 464, 330, 64, 24


@dataclass
class Canvas:
    """The picture; the next element is drawn at `y`."""

    image: Image.Image
    draw: ImageDraw.ImageDraw
    y: int = EDGE_WIDTH

    def draw_text(
        self, x: float, words: str, size: int, ink: str = INK, **more: str | bool
    ) -> None:
        """Writes words with their left (or, anchored "rm", right) middle at this x."""
        letters = pencil.load_font(size, bool(more.get("bold")))
        self.draw.text((x, self.y), words, ink, letters, anchor=str(more.get("anchor", "lm")))

    def draw_badge(self, x: int, seat: int, size: int) -> None:
        """Draws a seat's badge with its left edge at this x."""
        shown = current_seat_look(seat)
        drawn = pencil.draw_badge(shown.colour, shown.symbol, size)
        self.image.paste(drawn, (x, self.y - size // 2), drawn)


def draw_result(table: Table, review: GameReview) -> bytes:
    """Returns the picture as PNG; others have their turn between its parts."""
    places = review.outcome.ranking
    has_graph = review.graph is not None and len(review.graph.labels) > 1
    boards = _drawn_boards(table, places)
    tall = 470 + ROW_HEIGHT * len(places) + (GRAPH_HEIGHT + 96 if has_graph else 0)
    tall += sum(_row_heights(boards)) + (BOARD_GAP if boards else 0)
    image = Image.new("RGB", (IMAGE_WIDTH, tall), NIGHT)
    sheet = Canvas(image, ImageDraw.Draw(image))
    _head(sheet, table, review)
    _winners(sheet, review)
    let_others()
    _places(sheet, review, places)
    let_others()
    _boards(sheet, boards)
    if review.graph is not None and has_graph:
        let_others()
        _graph(sheet, review.graph)
    sheet.y = tall - 50
    sheet.draw_text(EDGE_WIDTH, say(Text("Cosmos companion")), 28, INK_3)
    let_others()
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def printable_seat_name(seat: int) -> str:
    """Returns the seat's name, or its symbol or number if the typeface lacks letters
    of the name.
    """
    shown = current_seat_look(seat)
    if pencil.has_all_glyphs(shown.name):
        return shown.name
    symbol = SYMBOL_NAMES.get(shown.symbol)
    return say(symbol).capitalize() if symbol else say(Text("Seat {number}", number=seat))


def _head(sheet: Canvas, table: Table, review: GameReview) -> None:
    # A picture is kept for years.
    day = date_text(review.ended, with_year=True)
    title = pencil.cut_to_width(
        table.game.title, pencil.load_font(34, True), IMAGE_WIDTH - 2 * EDGE_WIDTH - 240
    )
    sheet.draw_text(EDGE_WIDTH, title, 34, INK_2, bold=True)
    sheet.draw_text(IMAGE_WIDTH - EDGE_WIDTH, day, 30, INK_3, anchor="rm")
    sheet.y += 130


def _winners(sheet: Canvas, review: GameReview) -> None:
    winners = review.outcome.winners
    size = 120 if len(winners) < 3 else 84
    x = EDGE_WIDTH
    for seat in winners:
        sheet.draw_badge(x, seat, size)
        x += size + 14
    x += 18 if winners else 0
    width, middle = IMAGE_WIDTH - EDGE_WIDTH - x, sheet.y
    sheet.y -= 34
    sheet.draw_text(
        x, pencil.cut_to_width(_headline(winners), pencil.load_font(58, True), width), 58, bold=True
    )
    sheet.y += 66
    reason = _without_boxes(say(review.outcome.reason))
    for line in pencil.wrap_text(reason, pencil.load_font(28), width, 2):
        sheet.draw_text(x, line, 28, INK_2)
        sheet.y += 38
    sheet.y = middle + 120


def _headline(winners: tuple[int, ...]) -> str:
    if not winners:
        return say(Text("The game is over"))
    names = joined_texts(untranslated(printable_seat_name(seat)) for seat in winners)
    if len(winners) > 1:
        return say(Text("{names}: a shared win", names=names))
    return say(Text("{name} wins", name=names))


def _without_boxes(words: str) -> str:
    return " ".join(word for word in words.split() if pencil.has_all_glyphs(word))


def _places(sheet: Canvas, review: GameReview, places: tuple[Standing, ...]) -> None:
    """Draws one line per player: place, badge, name, bar by category, points."""
    box = (
        EDGE_WIDTH - 24,
        sheet.y - 24,
        IMAGE_WIDTH - EDGE_WIDTH + 24,
        sheet.y + ROW_HEIGHT * len(places) + 8,
    )
    sheet.draw.rounded_rectangle(box, 32, CARD, LINE, 2)
    sheet.y += 34
    most = max([1, *(place.total for place in places)])
    for place in places:
        sheet.draw_text(EDGE_WIDTH, str(place.rank), 30, INK_3)
        sheet.draw_badge(EDGE_WIDTH + 40, place.seat, 60)
        letters = pencil.load_font(36, True)
        sheet.draw_text(
            EDGE_WIDTH + 120,
            pencil.cut_to_width(printable_seat_name(place.seat), letters, 270),
            36,
            bold=True,
        )
        _bar(sheet, review, place, (IMAGE_WIDTH - 2 * EDGE_WIDTH - 560) / most)
        sheet.draw_text(IMAGE_WIDTH - EDGE_WIDTH, str(place.total), 48, bold=True, anchor="rm")
        sheet.y += ROW_HEIGHT
    sheet.y += 40


def _bar(sheet: Canvas, review: GameReview, place: Standing, unit: float) -> None:
    """Draws the points by category, one piece each; one piece if there is no breakdown."""
    parts = [place.total]
    if review.breakdown is not None and place.seat in review.breakdown.seats:
        at = review.breakdown.seats.index(place.seat)
        parts = [points[at] for _, points in review.breakdown.rows]
    x: float = EDGE_WIDTH + 410
    for part in parts:
        end = x + max(0, part) * unit
        if end - x > 3:
            colour = SEAT_COLOURS.get(current_seat_look(place.seat).colour, INK_3)
            sheet.draw.rectangle((x, sheet.y - 12, end - 3, sheet.y + 12), colour)
        x = end


def _drawn_boards(table: Table, places: tuple[Standing, ...]) -> list[tuple[int, Image.Image]]:
    """Returns each seat with a drawing of what it has built, in the order of the result; [] if the
    game draws none.
    """
    boards = [(place.seat, table.game.board(table.state, place.seat)) for place in places]
    return [
        (
            seat,
            pencil.draw_board(board, current_seat_look(seat).colour, BOARD_WIDTH, MAX_BOARD_HEIGHT),
        )
        for seat, board in yielding(boards)
        if board is not None
    ]


def _row_heights(boards: list[tuple[int, Image.Image]]) -> list[int]:
    """Returns the heights of the rows of two boards, with head and gap."""
    tall = [image.height for _, image in boards]
    return [max(tall[at : at + 2]) + BOARD_HEAD_HEIGHT + BOARD_GAP for at in range(0, len(tall), 2)]


def _boards(sheet: Canvas, boards: list[tuple[int, Image.Image]]) -> None:
    """Draws the boards, two in a row, each with its badge and name."""
    y = sheet.y
    for row, tall in enumerate(_row_heights(boards)):
        for column, (seat, drawn) in enumerate(boards[2 * row : 2 * row + 2]):
            x = EDGE_WIDTH + column * (BOARD_WIDTH + BOARD_GAP)
            sheet.y = y + BOARD_HEAD_HEIGHT // 2 - 8
            sheet.draw_badge(x, seat, 44)
            letters = pencil.load_font(30, True)
            name = pencil.cut_to_width(printable_seat_name(seat), letters, BOARD_WIDTH - 60)
            sheet.draw_text(x + 58, name, 30, bold=True)
            sheet.image.paste(drawn, (x, y + BOARD_HEAD_HEIGHT))
        y += tall
    sheet.y = y + BOARD_GAP if boards else y


def _graph(sheet: Canvas, graph: Graph) -> None:
    """Draws the lines enlarged, then scaled down; the labels directly."""
    sheet.draw_text(EDGE_WIDTH, say(graph.title), 30, INK_2, bold=True)
    sheet.y += 44
    wide, top = IMAGE_WIDTH - 2 * EDGE_WIDTH - 110, sheet.y
    most = GRAPH_LINE_COUNT * graph.points_per_line
    canvas = Image.new(
        "RGB", (wide * SUPERSAMPLING_FACTOR, GRAPH_HEIGHT * SUPERSAMPLING_FACTOR), NIGHT
    )
    pen = ImageDraw.Draw(canvas)
    for k in range(GRAPH_LINE_COUNT + 1):
        y = (
            GRAPH_HEIGHT - 46
        ) * k / GRAPH_LINE_COUNT * SUPERSAMPLING_FACTOR + 16 * SUPERSAMPLING_FACTOR
        pen.line((0, y, wide * SUPERSAMPLING_FACTOR, y), LINE, SUPERSAMPLING_FACTOR)
    step = wide / max(1, len(graph.labels) - 1)
    ends = []
    for seat, totals in graph.series:
        points = [
            (x * step * SUPERSAMPLING_FACTOR, _height(total, most) * SUPERSAMPLING_FACTOR)
            for x, total in enumerate(totals)
        ]
        if len(points) > 1:
            pencil.draw_line(pen, points, current_seat_look(seat).colour, seat - 1)
            ends.append((points[-1][1] / SUPERSAMPLING_FACTOR, seat))
    small = canvas.resize((wide, GRAPH_HEIGHT), Image.Resampling.LANCZOS)
    sheet.image.paste(small, (EDGE_WIDTH + 50, top))
    _labels(sheet, graph, top, step, most)
    _ends(sheet, ends, top)


def _height(total: int, most: int) -> float:
    return 16 + (GRAPH_HEIGHT - 46) * (1 - max(0, total) / most)


def _labels(sheet: Canvas, graph: Graph, top: int, step: float, most: int) -> None:
    for k in range(GRAPH_LINE_COUNT + 1):
        sheet.y = round(top + 16 + (GRAPH_HEIGHT - 46) * k / GRAPH_LINE_COUNT)
        sheet.draw_text(
            EDGE_WIDTH + 36,
            str(graph.points_per_line * (GRAPH_LINE_COUNT - k)),
            24,
            INK_3,
            anchor="rm",
        )
    sheet.y = top + GRAPH_HEIGHT + 8
    every = max(1, -(-len(graph.labels) // 10))
    for at, label in enumerate(graph.labels):
        if at % every == 0 or at == len(graph.labels) - 1:
            sheet.draw_text(EDGE_WIDTH + 50 + at * step, say(label), 24, INK_3, anchor="mm")


def _ends(sheet: Canvas, ends: list[tuple[float, int]], top: int) -> None:
    """Draws a badge at the end of every line; badges that would overlap move apart."""
    last = -99.0
    for y, seat in sorted(ends):
        last = max(y, last + 38)
        sheet.y = round(top + last)
        sheet.draw_badge(IMAGE_WIDTH - EDGE_WIDTH - 42, seat, 36)
