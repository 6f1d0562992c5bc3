// swift
