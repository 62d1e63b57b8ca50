"""The second reader of bench/parquet-fuzz.ts: writes source files, and prints the rows that pyarrow reads from mutants.

  sources DIR    writes *.parquet with many codecs and encodings
  rows DIR       prints a line of JSON for every file of the directory: its rows, or null where pyarrow refuses it
"""

import base64
import datetime
import decimal
import json
import math
import multiprocessing
import os
import sys

import pyarrow as pa
import pyarrow.parquet as pq


def table(rows):
    return pa.table(
        {
            "id": pa.array(range(rows), pa.int64()),
            "word": pa.array([f"word {i % 7}" for i in range(rows)]),
            "maybe": pa.array([None if i % 3 == 0 else i * 3 for i in range(rows)], pa.int32()),
            "score": pa.array([None if i % 5 == 0 else i / 4 for i in range(rows)], pa.float64()),
            "flag": pa.array([None if i % 4 == 0 else i % 2 == 0 for i in range(rows)]),
            "list": pa.array([None if i % 6 == 0 else list(range(i % 4)) for i in range(rows)], pa.list_(pa.int64())),
            "texts": pa.array([[f"t{j}" if j % 2 else None for j in range(i % 3)] for i in range(rows)]),
            "pair": pa.array([None if i % 5 == 1 else {"a": i, "b": None if i % 2 else f"b{i}"} for i in range(rows)]),
            "deep": pa.array(
                [[{"k": j, "v": [f"{j}{n}" for n in range(j)]} for j in range(i % 3)] for i in range(rows)]
            ),
        }
    )


def sources(directory):
    os.makedirs(directory, exist_ok=True)
    full, small = table(60), table(60).select(["id", "word", "maybe", "list"])
    for checksum in (False, True):
        for version in ("1.0", "2.0"):
            for codec in ("none", "snappy", "gzip", "zstd", "brotli", "lz4"):
                for dictionary in (False, True):
                    name = f"{codec}-{'dict' if dictionary else 'plain'}-v{version[0]}{'-crc' if checksum else ''}"
                    pq.write_table(
                        full if codec in ("none", "snappy") else small,
                        f"{directory}/{name}.parquet",
                        compression=codec,
                        use_dictionary=dictionary,
                        data_page_version=version,
                        write_page_checksum=checksum,
                        store_schema=False,
                        write_statistics=not dictionary,
                        row_group_size=25 if dictionary else 100,
                        data_page_size=200,
                    )
    for encoding, column in (
        ("DELTA_BINARY_PACKED", "id"),
        ("DELTA_LENGTH_BYTE_ARRAY", "word"),
        ("DELTA_BYTE_ARRAY", "word"),
        ("BYTE_STREAM_SPLIT", "score"),
    ):
        pq.write_table(
            full.select([column, "maybe"]),
            f"{directory}/{encoding.lower()}.parquet",
            use_dictionary=False,
            column_encoding={column: encoding},
            data_page_version="2.0",
            store_schema=False,
            compression="none",
        )


def plain(value):
    """Converts a value as Assay imports it."""
    if isinstance(value, bool) or value is None or isinstance(value, str):
        return value
    if isinstance(value, int):
        return value if abs(value) < 2**53 else str(value)
    if isinstance(value, float):
        if not math.isfinite(value):
            raise ValueError("not a JSON number")
        return value
    if isinstance(value, decimal.Decimal):
        return float(value)
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    if isinstance(value, (datetime.datetime, datetime.date, datetime.time, datetime.timedelta)):
        return f"time {value}"
    if isinstance(value, dict):
        return {key: plain(member) for key, member in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    raise ValueError(f"unknown {type(value)}")


def rows_of(path):
    try:
        table = pq.read_table(path, page_checksum_verification=True, use_threads=False)
        table.validate(full=True)
        return [plain(row) for row in table.to_pylist()]
    except Exception as error:  # every error of the reader counts as a refusal
        return f"refused: {type(error).__name__}"


def child(paths, pipe):
    for path in paths:
        pipe.send((path, rows_of(path)))
    pipe.close()


def rows(directory):
    """Reads files in separate processes: a mutant may crash pyarrow, which counts as a refusal."""
    paths = sorted(os.path.join(directory, name) for name in os.listdir(directory))
    while paths:
        receiver, sender = multiprocessing.Pipe(duplex=False)
        process = multiprocessing.get_context("fork").Process(target=child, args=(paths, sender))
        process.start()
        sender.close()
        done = 0
        try:
            while receiver.poll(20):
                path, result = receiver.recv()
                done += 1
                refused = isinstance(result, str)
                print(json.dumps({"name": os.path.basename(path), "rows": None if refused else result}))
        except EOFError:
            pass
        process.kill()
        process.join()
        if done < len(paths):
            print(json.dumps({"name": os.path.basename(paths[done]), "rows": None}))
            done += 1
        paths = paths[done:]


{"sources": sources, "rows": rows}[sys.argv[1]](sys.argv[2])
